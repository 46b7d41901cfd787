// `sextant tune`: the value of an option that generalises best.
#include "sextant/lab/sweep/tune.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/commands.h"
#include "sextant/cli/interruption.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/cli/sweep_display.h"
#include "sextant/cli/sweep_text.h"
#include "sextant/core/error.h"
#include "sextant/lab/result_json.h"
#include "sextant/lab/sweep/prediction.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

constexpr const char* tune_footer =
    "Successive halving: every value is tried with a few seeds, the better half with twice as many, and so on until\n"
    "two are left. The score is the accuracy (else the loss) on a held-out split: gen, inferential or held_out if the\n"
    "task has one, else test, or the one given by --split. Re-running the same command resumes.\n"
    "--until-decided is a race instead: every value gets seeds until it is beaten or the best one is shown, at most\n"
    "--most-seeds; looking after every round is paid for. The runs of both are the same where their seeds are.\n"
    "Examples:\n"
    "  sextant tune gamma job.toml\n"
    "  sextant tune sigma job.toml --values 0.01:1:x2 --seeds 16\n"
    "  sextant tune optimizer.weight_decay job.toml --values 0.01,0.1,1 --split gen";

struct TuneRequest : TuneOptions, ManyRunsDisplay {};

void print_rounds(const TuneResult& result) {
  Index before = 0, runs = 0;
  for (const auto& round : result.plan) {
    print_out("round   {} values with {} seeds: {} more runs\n", round.values, round.seeds,
              round.values * (round.seeds - before));
    runs += round.values * (round.seeds - before);
    before = round.seeds;
  }
  print_out("{} runs in all", runs);
  if (result.seconds) print_out(", {}", describe_duration(*result.seconds));
  print_out("; the first round:\n");
}

void print_best(const TuneResult& result) {
  const TunedValue& best = *result.best;
  print_out("best    {}={}: {} {} {} over {} seeds\n", result.key, setting_text(best.value), result.metric,
            short_number(best.mean), interval_text(best.interval), best.seeds);
  if (result.share_of_resamples)
    print_out("confidence  best of the last {} in {:.1f} % of bootstrap resamples over seeds\n",
              result.rounds.back().size(), 100 * *result.share_of_resamples);
  print_out("written {}\n", result.file);
}

int run_tune(const TuneRequest& request) {
  std::optional<Interruption> interruption;
  if (!request.dry_run) interruption.emplace();
  SweepDisplay display(request);
  const TuneResult result = lab::tune(request, display, token_of(interruption));
  display.end();
  if (request.json) {
    print_out("{}\n", as_json(result).dump(2));
    return conclude_sweep(result.sweep);
  }
  if (request.dry_run) {
    if (!request.until_decided) print_rounds(result);
    print_plan(result.sweep);
  }
  if (result.best) print_best(result);
  return conclude_sweep(result.sweep);
}

}  // namespace

void add_tune(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("tune", "Tune an option by generalisation performance, with a confidence in the best value");
  auto typed = std::make_shared<TypedJob>();
  auto request = std::make_shared<TuneRequest>();
  typed->add_to(*command, "gamma, sigma or an option key; then a TOML file and key=value overrides",
                "KEY CONFIG.toml key=value ...");
  command->get_option("job")->required();
  command->add_option("--values", request->values, "candidate values: a list or a range, as in `sextant sweep`")
      ->type_name("VALUES");
  command->add_option("--split", request->split, "split on which accuracy, or loss, is the score")->type_name("SPLIT");
  command->add_option("--seeds", request->seeds, "seeds for the last two values")->capture_default_str();
  command->add_option("--first-seeds", request->first_seeds, "seeds for every value in the first round")
      ->capture_default_str();
  add_until_decided(*command, *request);
  command->add_option("--most-seeds", request->most_seeds, "with --until-decided: seeds of every value, at most")
      ->capture_default_str();
  command->add_option("--margin", request->margin, "with --until-decided: smaller differences count as none")
      ->type_name("D");
  add_many_runs(*command, *request, *request,
                {.out = "sweep directory (default: tuned/NAME-KEY)",
                 .max_hours = "time limit per round; stops cleanly and can be resumed",
                 .dry_run = "print the rounds and list the runs of the first without training"});
  command->footer(tune_footer);
  command->callback([=, &exit_code] {
    request->key = typed->arguments.front();
    const Job job(TypedJob{{typed->arguments.begin() + 1, typed->arguments.end()}, typed->like});
    request->name = job.name;
    request->configuration = job.configuration;
    exit_code = run_tune(*request);
  });
}

}  // namespace sextant::cli
