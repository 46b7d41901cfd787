// `sextant encode`: its arguments and what it says.
#include "sextant/lab/stress/encode.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/cli/stage_display.h"
#include "sextant/cli/target_arguments.h"
#include "sextant/core/error.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* encode_footer =
    "Writes positions.npy, positions.safetensors (with tensor names as in BERT, GPT-2 or ViT), the low-rank factors\n"
    "A and W with r (n + width) parameters, stress_by_rank.csv, encode.json and panels.\n"
    "Examples:\n"
    "  sextant encode --corpus sst2.tsv --column sentence --vocabulary vocab.txt --padding padded --rank 8 --out "
    "table\n"
    "  sextant encode --corpus books.txt.gz --positions 1024 --stress 0.01 --names gpt2 --norm 0.5 --out table\n"
    "  sextant encode --coordinates sensors.csv --method smacof --rank 2 --width 64 --out table";

struct EncodeArguments : EncodeOptions {
  bool quiet = false;
  bool json = false;
};

int run_encode(const EncodeArguments& arguments) {
  StageDisplay display(arguments.quiet);
  const EncodedPositions positions = lab::encode(arguments, display);
  display.end();
  if (arguments.json) {
    Tree answer = as_json(positions);
    answer["directory"] = arguments.out;
    print_out("{}\n", answer.dump(2));
    return 0;
  }
  for (const auto& [name, words] : positions.target.facts) print_out("{:<10}  {}\n", name, words);
  const Index n = positions.table.rows, width = positions.table.columns, rank = positions.left.columns;
  const Index minimal = rank * (n + width);
  print_out("{:<10}  {}, rank {}, raw stress {}, shape S* {}\n", "method", arguments.method, rank,
            short_number(positions.stress.raw), short_number(positions.stress.shape));
  print_out("{:<10}  {} x {} = {}; A, W {} ({:+.1f} %)\n", "numbers", n, width, n * width, minimal,
            100.0 * (static_cast<double>(minimal) / static_cast<double>(n * width) - 1));
  print_out("{:<10}  {}/positions.safetensors, tensor {}\n", "table", arguments.out, positions.tensor);
  print_out("{:<10}  {}\n", "memory", describe_memory(arguments));
  return 0;
}

}  // namespace

void add_encode(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("encode", "Build position embeddings whose distances match those of the data");
  auto arguments = std::make_shared<EncodeArguments>();
  command->add_option("--out", arguments->out, "output directory")->required()->type_name("DIR");
  command
      ->add_option("--method", arguments->method,
                   "mds (classical MDS) or smacof (stress majorisation, initialised by mds)")
      ->capture_default_str();
  command->add_option("--rank", arguments->rank, "number of MDS axes (0: all significant ones)")->type_name("R");
  command->add_option("--stress", arguments->stress,
                      "instead of --rank: the lowest rank whose raw stress is at most this");
  command->add_option("--width", arguments->width, "embedding dimension")->capture_default_str();
  command->add_option("--norm", arguments->norm, "RMS norm of the rows (default: keep the scale of the distances)");
  command->add_flag("--mix", arguments->mix, "rotate the axes into all dimensions instead of using only the first R");
  command
      ->add_option("--weights", arguments->weights,
                   "smacof: weights of the pairs, from corpus counts or a table (n, n)")
      ->type_name("counts|FILE");
  command->add_option("--names", arguments->names, "tensor name and shape: plain, bert, gpt2 or vit")
      ->capture_default_str();
  command->add_option("--prefix", arguments->prefix, "prefix of the tensor name, e.g. bert.");
  command->add_flag("--json", arguments->json, "print the result as JSON instead");
  command->add_flag("--quiet", arguments->quiet, "no progress output");
  add_target(*command, *arguments);
  command->footer(encode_footer);
  command->callback([=, &exit_code] { exit_code = run_encode(*arguments); });
}

}  // namespace sextant::cli
