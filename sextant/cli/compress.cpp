// `sextant compress`: its arguments and what it says.
#include "sextant/lab/foreign/compress.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/foreign_text.h"
#include "sextant/cli/print.h"
#include "sextant/lab/result_json.h"

namespace sextant::cli {
namespace {

constexpr const char* compress_footer =
    "The table is replaced by its truncated SVD, in the basis that the model's other weights were trained with; as "
    "two\n"
    "factors it takes r (n + d) parameters. Other tensors and files are copied unchanged, and every dtype is kept.\n"
    "Examples:\n"
    "  sextant compress all-MiniLM-L6-v2 --rank 12 --corpus text.txt --out compressed\n"
    "  sextant compress bert.safetensors --keep 0.99            reports the rank, writes nothing";

int run_compress(const CompressOptions& options, bool json) {
  WarningDisplay display;
  const CompressResult result = lab::compress(options, display);
  if (json) {
    print_out("{}\n", as_json(result).dump(2));
    return 0;
  }
  for (const CompressedTable& table : result.tables) {
    print_out("{}", describe_table_change(table.change));
    print_out("{:<10}  {}, keeps {:.2f} % of the variance of the positions\n", "rank", table.rank, 100 * table.kept);
    print_out("{:<10}  {} -> {} as mean and two factors ({:+.1f} %)\n", "parameters", table.numbers_before,
              table.numbers_after,
              100.0 * (static_cast<double>(table.numbers_after) / static_cast<double>(table.numbers_before) - 1));
  }
  print_out("{}{}", describe_damages(result.damage), describe_written(result.written));
  return 0;
}

}  // namespace

void add_compress(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("compress", "Reduce the rank of a model's position embeddings (truncated SVD)");
  auto options = std::make_shared<CompressOptions>();
  auto json = std::make_shared<bool>(false);
  command->add_option("model", options->model, "a Hugging Face model directory, or a .safetensors file")
      ->required()
      ->type_name("MODEL");
  command->add_option("--rank", options->rank, "rank of the position embeddings")->type_name("R");
  command
      ->add_option("--keep", options->keep,
                   "instead of --rank: the lowest rank that keeps this fraction of the variance")
      ->type_name("0.99");
  command
      ->add_option("--tensor", options->tensors, "tensors to compress (default: those named like position embeddings)")
      ->type_name("NAME,...")
      ->delimiter(',');
  command->add_option("--out", options->out, "write the model to this new directory")->type_name("DIR");
  command->add_flag("--json", *json, "print the result as JSON instead");
  add_damage_options(*command, *options);
  command->footer(compress_footer);
  command->callback([=, &exit_code] { exit_code = run_compress(*options, *json); });
}

}  // namespace sextant::cli
