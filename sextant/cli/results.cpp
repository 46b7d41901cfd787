// `sextant results`: the answer, then the runs of a sweep as tables over seeds, paired tests, CSV or JSON.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "sextant/cli/answer.h"
#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/cli/results_text.h"
#include "sextant/core/error.h"
#include "sextant/report/document.h"
#include "sextant/results/run_reader.h"

namespace sextant::cli {
namespace {

constexpr const char* results_footer =
    "Examples:\n"
    "  sextant results sweeps/depth\n"
    "  sextant results sweeps/depth --where \"model.depth>=3 and status==done\" --metric final.test.accuracy\n"
    "  sextant results sweeps/depth --group-by model.depth --csv\n"
    "  sextant results sweeps/depth --compare \"position.kind=learned vs position.kind=rotary\"\n"
    "  sextant results sweeps/depth --csv > runs.csv\n"
    "Conditions: KEY ==, !=, <, <=, > or >= VALUE, joined by `and`; keys are columns (--csv --all-columns lists all).\n"
    "Statistics are over seeds and include completed runs only; diverged and failed runs are counted separately.";

struct ResultsRequest : ResultsOptions {
  bool grouped = false;
  bool csv = false;
  bool json = false;
  bool all_columns = false;
  bool all = false;

  /// Whether nothing special was asked for: then the answer comes first, and a short table.
  bool is_plain() const { return where.empty() && group_by.empty() && !grouped && metrics.empty() && compare.empty(); }
};

void print_headlines(const std::string& path) {
  for (const auto& headline : make_headlines({path})) print_answer(headline["sentence"].get<std::string>());
}

ResultsTable choose_table(const ResultsAnswer& answer, const ResultsRequest& request) {
  if (!request.compare.empty() || request.grouped) return answer.table();
  return request.all_columns ? answer.results.runs : answer.table_of_runs();
}

/// A single run: what it learned, its curve, its final metrics.
int show_run(const ResultsRequest& request) {
  std::vector<Fault> faults;
  const RunRecord run = read_run(request.sweep, faults);
  for (const auto& fault : faults) print_error("sextant: {}: {}\n", fault.file, fault.message);
  if (request.json) {
    print_out("{}\n", run.row().dump(2));
    return 0;
  }
  print_headlines(request.sweep);
  print_out("\n{}", describe_run(run));
  return 0;
}

int run_results(const ResultsRequest& request) {
  if (is_run_directory(request.sweep)) return show_run(request);
  Events nobody;
  const ResultsAnswer answer = read_sweep_results(request, nobody);
  if (!request.csv && !request.json) {
    if (!request.is_plain()) {
      print_out("{}", describe_results(answer, request.sweep));
      return 0;
    }
    if (!request.sweep.ends_with(".sqlite")) print_headlines(request.sweep);
    print_out("\n{}", request.all ? describe_results(answer, request.sweep) : summarise_results(answer, request.sweep));
    return 0;
  }
  const ResultsTable table = choose_table(answer, request);
  if (!answer.results.fault.empty()) print_error("sextant: some runs may be missing: {}\n", answer.results.fault);
  print_out("{}", request.json ? write_json(table) : write_csv(table));
  return 0;
}

}  // namespace

void add_results(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("results", "Show the results of a sweep: statistics over seeds, paired tests, CSV");
  auto request = std::make_shared<ResultsRequest>();
  command->add_option("sweep", request->sweep, "run, sweep or experiment directory, or a results.sqlite")
      ->required()
      ->type_name("PATH");
  command->add_option("--where", request->where, "include only runs that satisfy this; can be repeated")
      ->type_name("CONDITION")
      ->take_all();
  auto* keys =
      command->add_option("--group-by", request->group_by, "keys to group by (default: all swept keys except the seed)")
          ->type_name("KEY,...")
          ->delimiter(',');
  command->add_option("--metric", request->metrics, "metrics to show (default: all final metrics)")
      ->type_name("COLUMN,...")
      ->delimiter(',');
  command->add_option("--compare", request->compare, "paired tests over seeds between the values of a key")
      ->type_name("KEY | \"KEY=A vs KEY=B\"");
  auto* csv = command->add_flag("--csv", request->csv, "print runs as CSV; with --group-by or --compare, that table");
  command->add_flag("--json", request->json, "the same, as JSON")->excludes(csv);
  command->add_flag("--all", request->all, "print the tables of all metrics");
  command->add_flag("--all-columns", request->all_columns, "print all columns of the runs, not only those that vary");
  command->add_option("--interval", request->interval, "bootstrap method: bca or percentile")
      ->check(CLI::IsMember({"bca", "percentile"}))
      ->capture_default_str();
  command->add_option("--confidence", request->confidence, "confidence level of the interval")->capture_default_str();
  command->footer(results_footer);
  command->callback([=, &exit_code] {
    request->grouped = keys->count() > 0;
    std::erase(request->group_by, "");  // --group-by "": all runs together
    request->together = request->grouped && request->group_by.empty();
    exit_code = run_results(*request);
  });
}

}  // namespace sextant::cli
