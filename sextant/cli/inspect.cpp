// `sextant inspect`: the positions in a checkpoint of any program.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/corpus_arguments.h"
#include "sextant/cli/inspect_text.h"
#include "sextant/cli/print.h"
#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/lab/foreign/inspect_verdict.h"

namespace sextant::cli {
namespace {

constexpr const char* inspect_footer =
    "Examples:\n"
    "  sextant inspect model.safetensors\n"
    "  sextant inspect bert-base-uncased/\n"
    "  sextant inspect model.safetensors.index.json --tensor wpe.weight --out inspected\n"
    "  sextant inspect vit.safetensors --run --images images.npy\n"
    "  sextant inspect gpt2.safetensors --run --corpus text.txt --vocabulary encoder.json --merges vocab.bpe\n"
    "  sextant inspect llama/ --rope --corpus text.npy\n"
    "Supported by --run with a config.json: ALBERT, BEiT, BERT, BLOOM, CLIP (one tower), DeBERTa-v2, DeiT, "
    "DistilBERT,\n"
    "  ELECTRA, Gemma 1-3, GPT-2, GPT-NeoX, Llama, Mamba, Mistral, ModernBERT, OPT, Phi 1-3, Qwen 2-3, RoBERTa, T5 "
    "(encoder), ViT.\n"
    "Without: GPT-2, minGPT, BERT, RoBERTa, ViT (Hugging Face, timm), TransformerLens, told by the names of the "
    "tensors.";

void add_run_options(CLI::App& command, InspectOptions& options) {
  constexpr const char* group = "Running the model";
  command.add_flag("--run", options.run, "run the model and measure the positional information in every layer")
      ->group(group);
  command
      .add_flag("--rope", options.rope,
                "check the rotary positions (RoPE) against config.json: stored frequencies and, with --corpus, which "
                "base, pairing and scaling predict the text best; exit code 1 if they differ")
      ->group(group);
  command.add_option("--samples", options.samples, "maximum number of samples")->capture_default_str()->group(group);
  command
      .add_option("--length", options.length, "tokens per sample (default: the model's maximum length, at most 128)")
      ->group(group);
  command.add_option("--seed", options.seed, "seed of random inputs")->capture_default_str()->group(group);
  command
      .add_option("--images", options.images, "input images for a ViT: npy of shape (images, channels, height, width)")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--heads", options.heads,
                  "number of attention heads, if neither the file nor config.json specifies it")
      ->group(group);
  command
      .add_flag_callback(
          "--causal", [&options] { options.causal = "yes"; }, "use a causal attention mask")
      ->group(group);
  command
      .add_flag_callback(
          "--bidirectional", [&options] { options.causal = "no"; }, "use bidirectional attention")
      ->group(group);
  command.add_option("--activation", options.activation, "activation function (default: the architecture's)")
      ->type_name("relu|gelu|gelu_tanh")
      ->group(group);
  command
      .add_option("--ignore", options.ignore,
                  "run without these fields of config.json or tensors, which are refused otherwise")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->group(group);
}

struct InspectArguments : InspectOptions {
  bool all = false;
  bool json = false;
};

int run_inspect(const InspectArguments& options) {
  Events nobody;
  const InspectResult result = lab::inspect(options, nobody);
  const int code = result.rope && result.rope->differs() ? 1 : 0;
  if (options.json) {
    print_out("{}\n", inspection_json(result, options.file).dump(2));
    return code;
  }
  print_answer(result.rope ? result.rope->sentence
                           : inspect_headline(result, options.file)["sentence"].get<std::string>());
  print_out("\n");
  for (const std::string& answer : result.answers) print_out("{}\n", answer);
  print_out("\n{}",
            options.all ? describe_inspection(result, options.file) : summarise_inspection(result, options.file));
  if (!options.out.empty())
    print_out("{} panels written; `sextant report {}` shows them\n", result.panels, options.out);
  if (code != 0) print_error("sextant: {}: rotary positions are not those declared\n", options.file);
  return code;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("inspect", "Inspect the position embeddings of a checkpoint from any framework");
  auto options = std::make_shared<InspectArguments>();
  command
      ->add_option("file", options->file,
                   "a Hugging Face model directory, .safetensors, .safetensors.index.json, .npz, .npy or .json")
      ->required()
      ->type_name("MODEL");
  command
      ->add_option("--tensor", options->tensors,
                   "tensors to inspect (default: those that look like position embeddings)")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--grid", options->grid, "the positions form a grid, in row-major order")
      ->type_name("ROWSxCOLUMNS");
  command
      ->add_option("--out", options->out,
                   "write panels for `sextant report`, and the positional component pos_t of every layer")
      ->type_name("DIR");
  auto* all = command->add_flag("--all", options->all, "print every tensor and every measure");
  command->add_flag("--json", options->json, "print everything as JSON")->excludes(all);
  add_run_options(*command, *options);
  add_corpus_options(*command, *options);
  command->footer(inspect_footer);
  command->callback([=, &exit_code] { exit_code = run_inspect(*options); });
}

}  // namespace sextant::cli
