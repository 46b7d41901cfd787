// The arguments of `sextant inspect`.
#include <CLI/CLI.hpp>

#include "sextant/cli/arguments.h"
#include "sextant/cli/corpus_arguments.h"
#include "sextant/cli/inspect_command.h"

namespace sextant::cli {
namespace {

constexpr const char* inspect_footer =
    "Examples:\n"
    "  sextant inspect model.safetensors\n"
    "  sextant inspect model.safetensors.index.json --tensor wpe.weight --out inspected\n"
    "  sextant inspect vit.safetensors --run --images images.npy\n"
    "  sextant inspect gpt2.safetensors --run --corpus text.txt --vocabulary encoder.json --merges vocab.bpe\n"
    "Supported by --run: GPT-2, minGPT, BERT, RoBERTa, ViT (Hugging Face, timm), TransformerLens.";

void add_run_options(CLI::App& command, InspectRequest& request) {
  constexpr const char* group = "Running the model";
  LayerRequest& layers = request.layers;
  command.add_flag("--run", request.run, "run the model and measure the positional information in every layer")
      ->group(group);
  command.add_option("--samples", layers.samples, "maximum number of samples")->capture_default_str()->group(group);
  command.add_option("--length", layers.length, "tokens per sample (default: the model's maximum length, at most 128)")
      ->group(group);
  command.add_option("--seed", layers.seed, "seed of random inputs")->capture_default_str()->group(group);
  command
      .add_option("--images", layers.images, "input images for a ViT: npy of shape (images, channels, height, width)")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option("--heads", layers.hints.heads,
                  "number of attention heads, if neither the file nor config.json specifies it")
      ->group(group);
  command
      .add_flag_callback(
          "--causal", [&layers] { layers.hints.causal = true; }, "use a causal attention mask")
      ->group(group);
  command
      .add_flag_callback(
          "--bidirectional", [&layers] { layers.hints.causal = false; }, "use bidirectional attention")
      ->group(group);
  command.add_option("--activation", layers.hints.activation, "activation function (default: the architecture's)")
      ->type_name("relu|gelu|gelu_tanh")
      ->group(group);
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("inspect", "Inspect the position embeddings of a checkpoint from any framework");
  auto request = std::make_shared<InspectRequest>();
  command->add_option("file", request->file, ".safetensors, .safetensors.index.json, .npz, .npy or .json")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--tensor", request->tensors,
                   "tensors to inspect (default: those that look like position embeddings)")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--grid", request->grid, "the positions form a grid, in row-major order")
      ->type_name("ROWSxCOLUMNS");
  command
      ->add_option("--out", request->out,
                   "write panels for `sextant report`, and the positional component pos_t of every layer")
      ->type_name("DIR");
  add_run_options(*command, *request);
  add_corpus_options(*command, request->layers.corpus);
  command->footer(inspect_footer);
  command->callback([=, &exit_code] { exit_code = inspect_command(*request); });
}

}  // namespace sextant::cli
