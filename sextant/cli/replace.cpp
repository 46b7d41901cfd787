// `sextant replace`: its arguments and what it says.
#include "sextant/lab/foreign/replace.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/foreign_text.h"
#include "sextant/cli/print.h"
#include "sextant/lab/result_json.h"

namespace sextant::cli {
namespace {

constexpr const char* replace_footer =
    "The table must have one row per position of the model (not counting a CLS row or RoBERTa's padding rows) and its\n"
    "width. Other tensors and files are copied unchanged, and the dtype is kept. A warning says when the table lies "
    "in\n"
    "other directions than the model's own: its other weights were trained with that basis.\n"
    "Examples:\n"
    "  sextant replace bert-base-uncased --table table/positions.npy --out replaced\n"
    "  sextant replace gpt2.safetensors --table positions.safetensors#wpe.weight --first --out replaced.safetensors";

int run_replace(const ReplaceOptions& options, bool json) {
  WarningDisplay display;
  const ReplaceResult result = lab::replace(options, display);
  if (json) {
    print_out("{}\n", as_json(result).dump(2));
    return 0;
  }
  print_out("{}", describe_table_change(result.change));
  print_out("{:<10}  {} of {} positions\n", "replaced", result.rows, result.change.found.rows);
  print_out("{}", describe_written(result.written));
  return 0;
}

}  // namespace

void add_replace(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("replace", "Replace a model's position embeddings by another table");
  auto options = std::make_shared<ReplaceOptions>();
  auto json = std::make_shared<bool>(false);
  command->add_option("model", options->model, "a Hugging Face model directory, or a .safetensors file")
      ->required()
      ->type_name("MODEL");
  command
      ->add_option("--table", options->table,
                   "the new embeddings (positions, width): .npy, .csv, .tsv, .safetensors or FILE.safetensors#TENSOR")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--tensor", options->tensor,
                   "the tensor to replace (default: the one named like position embeddings)")
      ->type_name("NAME");
  command->add_flag("--first", options->first, "a table with fewer rows replaces the first positions only");
  command->add_option("--out", options->out, "write the model to this new directory")->type_name("DIR");
  command->add_flag("--json", *json, "print the result as JSON instead");
  command->footer(replace_footer);
  command->callback([=, &exit_code] { exit_code = run_replace(*options, *json); });
}

}  // namespace sextant::cli
