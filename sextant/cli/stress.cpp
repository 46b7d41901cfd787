// `sextant stress`: its arguments and its table.
#include "sextant/lab/stress/stress.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/cli/stage_display.h"
#include "sextant/cli/target_arguments.h"
#include "sextant/core/error.h"
#include "sextant/lab/stress/stress_files.h"
#include "sextant/lab/stress/stress_verdict.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* stress_footer =
    "Encodings: all of `sextant list positions`, with their options and width, heads, head_width, causal, sigma and\n"
    "rule=kernel after colons; learned:FILE#TENSOR; mds:R and smacof:R, fitted to the target; line:slope=M.\n"
    "Raw stress = sum (E - D)^2 / sum D^2 = shape S* + scale; the optimal rescaling alpha* removes the scale.\n"
    "Examples:\n"
    "  sextant stress --corpus sst2.tsv --column sentence --vocabulary vocab.txt --positions 32 \\\n"
    "      --encoding sinusoidal,rotary,alibi,mds:8\n"
    "  sextant stress --corpus books.txt.gz --positions 512 --encoding learned:gpt2.safetensors#wpe.weight --out "
    "stress\n"
    "  sextant stress --coordinates sensors.csv --encoding sinusoidal,alibi:heads=1,mds:2\n"
    "`sextant report DIR` shows the output of --out.";

struct StressArguments : StressOptions {
  bool json = false;
  bool csv = false;
  bool all = false;
  bool quiet = false;
};

std::string with_interval(double value, const std::optional<Interval>& interval) {
  if (!interval) return short_number(value);
  return fmt::format("{} [{}, {}]", short_number(value), short_number(interval->low), short_number(interval->high));
}

std::string describe_target(const TargetMeasures& target) {
  std::string text;
  const auto add = [&](const std::string& name, const std::string& words) {
    text += fmt::format("{:<10}  {}\n", name, words);
  };
  for (const auto& [name, words] : target.facts) add(name, words);
  add("mean",
      fmt::format("D {:.4f}, D^2 {}", target.mean, with_interval(target.mean_square, target.mean_square_interval)));
  if (target.null_square)
    add("null", fmt::format("D^2 {} with the tokens of each document shuffled",
                            with_interval(*target.null_square, target.null_square_interval)));
  add("ranks", fmt::format("numerical {}, participation {:.3g}, entropy {:.3g}, 90/95/99 % {}/{}/{}, axes kept {}",
                           target.ranks.numerical, target.ranks.participation, target.ranks.entropy, target.ranks.r90,
                           target.ranks.r95, target.ranks.r99, target.kept));
  add("shape", fmt::format("first axis explains {:.4f} of the variance, lag explains {} of the distances",
                           target.leading_share, short_number(target.toeplitz)));
  return text;
}

std::string describe_rows(const StressReport& report) {
  TextTable table(
      {"encoding", "raw", "shape S*", "scale", "alpha*", "stress-1", "Spearman", "p", "rank", "lag R2", "rule"});
  for (const auto& row : report.rows)
    table.add({row.name, with_interval(row.stress.raw, row.raw), with_interval(row.stress.shape, row.shape),
               short_number(row.stress.scale), short_number(row.stress.best_factor), short_number(row.stress.kruskal),
               short_number(row.order.correlation), std::isnan(row.order.correlation) ? "-" : short_number(row.order.p),
               row.ranks ? short_number(row.ranks->participation) : "-", short_number(row.toeplitz), row.rule});
  return table.text();
}

/// The answer, a row per encoding with a bar, and what the words mean.
void print_short(const StressReport& report) {
  const StressVerdict verdict = judge_stress(report);
  print_answer(verdict.sentence);
  TextTable table({"encoding", "fit", "off by", "", "in random order"});
  auto rows = verdict.ranking;
  for (const auto& row : report.rows)
    if (row.reference) rows.push_back(&row);
  for (const StressRow* row : rows)
    table.add({row->name, grade_stress(*row, report), fmt::format("{:.1f} %", 100 * row->stress.kruskal),
               bar(row->stress.kruskal),
               row->null && !row->reference ? fmt::format("{:.1f} %", 100 * row->null->median) : "-"});
  print_out("\n");
  print_graded(table.text());
  print_out(
      "\n{}; `-`: carries no positional information, for comparison.\n"
      "Stress says how well distances match, not how well a model trains. --all prints all measures.\n",
      stress_grades);
}

void print_report(const StressReport& report, const TargetOptions& target) {
  print_answer(judge_stress(report).sentence);
  print_out("\n");
  print_out("{}\n{}", describe_target(report.target), describe_rows(report));
  if (report.replicates > 0)
    print_out("[low, high]: 95 % interval, {} bootstrap replicates of the documents\n", report.replicates);
  print_out("\n{:<10}  {}\n", "memory", describe_memory(target));
}

int run_stress(const StressArguments& arguments) {
  require(!arguments.json || !arguments.csv, "--json and --csv exclude each other");
  StageDisplay display(arguments.quiet);
  const StressReport report = measure_stress(arguments, display);
  display.end();
  if (arguments.json)
    print_out("{}\n", stress_json(report).dump(2));
  else if (arguments.csv)
    print_out("{}", stress_csv(report));
  else if (arguments.all)
    print_report(report, arguments);
  else
    print_short(report);
  return 0;
}

}  // namespace

void add_stress(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "stress", "Measure how well the distances between encoded positions match those of the data (stress)");
  auto arguments = std::make_shared<StressArguments>();
  command->add_option("--encoding", arguments->encodings, "encodings to measure")
      ->delimiter(',')
      ->type_name("NAME[:key=value],...")
      ->capture_default_str();
  command->add_option("--width", arguments->width, "model width")->capture_default_str();
  command->add_option("--heads", arguments->heads, "attention heads")->capture_default_str();
  command->add_option("--arrangement", arguments->arrangement, "arrangement of the tokens: index, grid:14x14, ...")
      ->capture_default_str();
  command
      ->add_option("--bootstrap", arguments->bootstrap, "bootstrap replicates of the documents for intervals (0: none)")
      ->capture_default_str();
  command
      ->add_option("--permutations", arguments->permutations,
                   "random orders of the positions, for what stress is without knowing the order and for p-values")
      ->capture_default_str();
  command->add_option("--out", arguments->out, "write stress.json, stress.csv and panels to this directory")
      ->type_name("DIR");
  command->add_flag("--all", arguments->all, "print all measures, the facts of the target and the memory used");
  command->add_flag("--json", arguments->json, "print all results as JSON");
  command->add_flag("--csv", arguments->csv, "print one CSV row per encoding");
  command->add_flag("--quiet", arguments->quiet, "no progress output");
  add_target(*command, *arguments);
  command->footer(stress_footer);
  command->callback([=, &exit_code] { exit_code = run_stress(*arguments); });
}

}  // namespace sextant::cli
