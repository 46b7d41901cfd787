// `sextant encode`: its arguments and what it says.
#include "sextant/lab/stress/encode.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/stage_display.h"
#include "sextant/cli/target_arguments.h"
#include "sextant/core/error.h"
#include "sextant/results/text_table.h"

namespace sextant::cli {
namespace {

constexpr const char* encode_footer =
    "Writes positions.npy, positions.safetensors (named as BERT, GPT-2 or ViT expect it), the factors A and W of the\n"
    "minimal form with r (n + width) numbers, stress_by_rank.csv, encode.json and panels.\n"
    "Examples:\n"
    "  sextant encode --corpus sst2.tsv --column sentence --vocabulary vocab.txt --padding padded --rank 8 --out "
    "table\n"
    "  sextant encode --corpus books.txt.gz --positions 1024 --stress 0.01 --names gpt2 --norm 0.5 --out table\n"
    "  sextant encode --coordinates sensors.csv --method smacof --rank 2 --width 64 --out table";

struct EncodeArguments : EncodeOptions {
  bool quiet = false;
};

int run_encode(const EncodeArguments& arguments) {
  StageDisplay display(arguments.quiet);
  const EncodedPositions positions = lab::encode(arguments, display);
  display.end();
  for (const auto& [name, words] : positions.target.facts) fmt::print("{:<10}  {}\n", name, words);
  const Index n = positions.table.rows, width = positions.table.columns, rank = positions.left.columns;
  const Index minimal = rank * (n + width);
  fmt::print("{:<10}  {}, rank {}, raw stress {}, shape S* {}\n", "method", arguments.method, rank,
             short_number(positions.stress.raw), short_number(positions.stress.shape));
  fmt::print("{:<10}  {} x {} = {}; A, W {} ({:+.1f} %)\n", "numbers", n, width, n * width, minimal,
             100.0 * (static_cast<double>(minimal) / static_cast<double>(n * width) - 1));
  fmt::print("{:<10}  {}/positions.safetensors, tensor {}\n", "table", arguments.out, positions.tensor);
  fmt::print("{:<10}  {}\n", "memory", describe_memory(arguments));
  return 0;
}

}  // namespace

void add_encode(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("encode", "Build a table of positions whose distances are those of data");
  auto arguments = std::make_shared<EncodeArguments>();
  command->add_option("--out", arguments->out, "directory to write to")->required()->type_name("DIR");
  command->add_option("--method", arguments->method, "mds (classical scaling) or smacof (least stress, from mds)")
      ->capture_default_str();
  command->add_option("--rank", arguments->rank, "axes (0: all that count)")->type_name("R");
  command->add_option("--stress", arguments->stress,
                      "in place of --rank: the fewest axes with at most this raw stress");
  command->add_option("--width", arguments->width, "columns of the table")->capture_default_str();
  command->add_option("--norm", arguments->norm, "root mean square length of the rows (default: as the distances say)");
  command->add_flag("--mix", arguments->mix, "turn the axes into all columns instead of the first R");
  command->add_option("--weights", arguments->weights, "smacof: counts, or a table (n, n)")->type_name("counts|FILE");
  command->add_option("--names", arguments->names, "plain, bert, gpt2 or vit: the tensor's name and shape")
      ->capture_default_str();
  command->add_option("--prefix", arguments->prefix, "before the tensor's name, as in bert.");
  command->add_flag("--quiet", arguments->quiet, "no progress");
  add_target(*command, *arguments);
  command->footer(encode_footer);
  command->callback([=, &exit_code] { exit_code = run_encode(*arguments); });
}

}  // namespace sextant::cli
