// `sextant compare`: which positional encoding serves a job best.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/cli/study_page.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/lab/compare_positions.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/sweep/prediction.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* compare_footer =
    "Same model, data, budget and seeds for every encoding; the learning rate of each is chosen by successive "
    "halving,\n"
    "and ALiBi gets several heads where the job has one. The page opens with the ranking.\n"
    "With task.test_lengths the score is the mean accuracy over these lengths, otherwise that on a held-out split.\n"
    "--until-decided chooses each learning rate with two seeds, then adds others until one encoding is shown to be\n"
    "the best; those that another one beats get no more, and looking after every round is paid for.\n"
    "Options in [position] that an encoding does not have are left out for it. Re-running the same command resumes.\n"
    "Examples:\n"
    "  sextant compare job.toml --positions rotary,alibi,learned\n"
    "  sextant compare task.kind=copy 'task.length=[1,10]' 'task.test_lengths=[10,20,40]' model.causal=true \\\n"
    "    --positions none,rotary,alibi --seeds 5";

struct CompareRequest : ComparePositionsOptions, ManyRunsDisplay {};

void print_ranking(const ComparePositionsResult& result) {
  const bool same_heads =
      std::ranges::all_of(result.ranking, [&](const auto& one) { return one.heads == result.ranking.front().heads; });
  std::vector<std::string> header{"position", "mean", "95 % interval", "learning rate"};
  if (!same_heads) header.push_back("heads");
  for (const Index length : result.lengths) header.push_back(fmt::format("at {}", length));
  TextTable table(header);
  for (const auto& one : result.ranking) {
    std::vector<std::string> row{one.kind, short_number(one.mean), interval_text(one.interval),
                                 fmt::format("{:.4g}", one.learning_rate)};
    if (!same_heads) row.push_back(std::to_string(one.heads));
    for (const double value : one.by_length) row.push_back(short_number(value));
    table.add(row);
  }
  print_out("{}\n", result.verdict());
  print_out("{}\n{}written {}\n", result.metric, table.text(), result.file);
}

int run_compare(const CompareRequest& request) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request);
  const ComparePositionsResult result = compare_positions(request, display, token_of(interruption));
  display.end();
  if (request.json) {
    print_out("{}\n", as_json(result).dump(2));
    return conclude_sweep(result.sweep);
  }
  if (request.dry_run && result.seconds)
    print_out("all encodings and rounds: {}\n", describe_duration(*result.seconds));
  if (request.dry_run) print_plan(result.sweep);
  if (!result.ranking.empty()) {
    print_ranking(result);
    write_study_page(result.directory, request.quiet);
  }
  return conclude_sweep(result.sweep);
}

}  // namespace

void add_compare(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("compare", "Compare positional encodings on a job: a ranking, and whether it is sure");
  auto typed = std::make_shared<TypedJob>();
  auto request = std::make_shared<CompareRequest>();
  typed->add_to(*command, job_help);
  command->add_option("--positions", request->positions, "encodings, separated by commas")
      ->required()
      ->delimiter(',')
      ->type_name("NAME,NAME,...");
  command->add_option("--seeds", request->seeds, "seeds of each encoding")->capture_default_str();
  command
      ->add_option("--learning-rates", request->learning_rates,
                   "to choose among: a list or a range, as in `sextant sweep`")
      ->type_name("VALUES");
  command->add_option("--split", request->split, "split that chooses the learning rate")->type_name("SPLIT");
  add_until_decided(*command, *request);
  command->add_option("--most-seeds", request->most_seeds, "with --until-decided: seeds of each encoding, at most")
      ->capture_default_str();
  command->add_option("--margin", request->margin, "with --until-decided: smaller differences count as none")
      ->type_name("D");
  add_many_runs(
      *command, *request, *request,
      {.out = "directory of the sweeps (default: comparisons/NAME)",
       .max_hours = "time limit per round of an encoding; stops cleanly and can be resumed",
       .dry_run = "estimate the cost of all rounds, and list the runs of the last encoding's first, without training"});
  command->footer(compare_footer);
  command->callback([=, &exit_code] {
    const Job job(*typed);
    request->name = job.name;
    request->configuration = job.configuration;
    exit_code = run_compare(*request);
  });
}

}  // namespace sextant::cli
