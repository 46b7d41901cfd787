// `sextant extend`: its arguments and what it says.
#include "sextant/lab/foreign/extend.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/corpus_arguments.h"
#include "sextant/cli/foreign_text.h"
#include "sextant/cli/print.h"
#include "sextant/core/tree.h"

namespace sextant::cli {
namespace {

constexpr const char* extend_footer =
    "Learned tables: interpolate (between neighbouring rows), scale (the same, at the length these rows have) or "
    "repeat.\n"
    "RoPE: yarn, linear or dynamic, written to config.json by Hugging Face's names. transformers loads the result.\n"
    "Examples:\n"
    "  sextant extend gpt2/ --positions 2048 --corpus text.txt --out gpt2-2048\n"
    "  sextant extend llama/ --positions 16384 --method yarn --out llama-16k";

struct ExtendArguments : ExtendOptions {
  bool json = false;
};

int run_extend(const ExtendArguments& options) {
  WarningDisplay display;
  const ExtendResult result = lab::extend(options, display);
  if (options.json) {
    Tree tree{{"method", result.method},
              {"what", result.what},
              {"before", result.before},
              {"after", result.after},
              {"fields", result.fields},
              {"dropped", result.dropped},
              {"damage", damage_json(result.damage)},
              {"written", result.written.path}};
    print_out("{}\n", tree.dump(2));
    return 0;
  }
  print_answer(
      fmt::format("{}: {} positions become {} ({}).", result.what, result.before, result.after, result.method));
  print_out("\n");
  for (const auto& [key, value] : result.fields) print_out("{:<10}  {}: {}\n", "config", key, value);
  for (const std::string& name : result.dropped)
    print_out("{:<10}  {} depends on the length and is left out\n", "tensor", name);
  print_out("{}{}", describe_damages(result.damage), describe_written(result.written));
  return 0;
}

}  // namespace

void add_extend(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("extend", "Give a model more positions, and measure what that does to it");
  auto options = std::make_shared<ExtendArguments>();
  command->add_option("model", options->model, "a Hugging Face model directory")->required()->type_name("MODEL");
  command->add_option("--positions", options->positions, "number of positions of the extended model")
      ->required()
      ->type_name("N");
  command->add_option("--method", options->method, "how (default: interpolate for learned tables, yarn for RoPE)")
      ->type_name("interpolate|scale|repeat|yarn|linear|dynamic");
  command->add_option("--out", options->out, "write the model to this new directory")->type_name("DIR");
  command->add_flag("--json", options->json, "print everything as JSON");
  add_damage_options(*command, *options);
  command->footer(extend_footer);
  command->callback([=, &exit_code] { exit_code = run_extend(*options); });
}

}  // namespace sextant::cli
