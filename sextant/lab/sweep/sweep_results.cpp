#include "sextant/lab/sweep/sweep_results.h"

#include <algorithm>
#include <thread>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"
#include "sextant/lab/sweep/prediction.h"

namespace sextant::lab {

Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs) {
  require(asked >= 0, "-j {}: expected 1 or more", asked);
  if (asked > 0) return asked;
  Index threads = 1;  // a run that uses several threads takes several processors
  for (const auto& job : jobs) threads = std::max(threads, job.configuration["train"]["threads"].get<Index>());
  return std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()) / threads);
}

SweepCost predict_cost(const std::vector<SweepJob>& jobs, const std::vector<SweepJob>& pending, const Runner& runner,
                       Index at_once) {
  return {static_cast<Index>(jobs.size()), static_cast<Index>(pending.size()), at_once, predict(pending, runner)};
}

std::string SweepCost::text() const {
  std::string text =
      fmt::format("{} runs, {} cached; the other {} take {:.3g} CPU hours, {} with -j {}\n", runs, runs - pending,
                  pending, prediction.processor_hours, describe_duration(seconds()), at_once);
  text += fmt::format("estimated from timed steps of {} of {} configuration(s); {:.3g} GFLOP", prediction.timed,
                      prediction.configurations, prediction.operations * 1e-9);
  if (prediction.run_bytes > 0)
    text += fmt::format("; {} of memory with -j {}",
                        memory_text(static_cast<std::size_t>(prediction.run_bytes * static_cast<double>(at_once))),
                        at_once);
  return text;
}

void ResultsOptions::visit(OptionVisitor& option) {
  option.path("sweep", sweep, "sweep directory, or its results.sqlite");
  option("where", where, "only runs that satisfy all of these: KEY ==, !=, <, <=, > or >= VALUE");
  option("group_by", group_by, "keys; empty: the swept ones except the seed");
  option("together", together, "all runs as one group");
  option("metrics", metrics, "columns; empty: every final metric");
  option("compare", compare, "paired tests by seed: KEY, or KEY=A vs KEY=B");
  option.choice("interval", interval, {"bca", "percentile"}, "bootstrap interval");
  option("confidence", confidence, "confidence level of the interval");
}

ResultsTable ResultsAnswer::table() const {
  return compared.empty() ? make_table(groups, keys, metrics) : make_table(comparisons, compared, keys);
}

ResultsTable ResultsAnswer::table_of_runs() const {
  std::vector<std::string> columns{"name", "status"};
  const auto add = [&](const std::string& column) {
    if (results.runs.has(column) && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  };
  for (const auto& column : results.axes) add(column);
  for (const auto& column : results.varying()) add(column);
  for (const char* column : {"seed", "code"}) add(column);
  for (const auto& column : metrics) add(column);
  return results.runs.select(columns);
}

ResultsAnswer read_sweep_results(const ResultsOptions& options, Events& events, std::stop_token) {
  require(options.confidence > 0 && options.confidence < 1, "--confidence: expected a number between 0 and 1, not {}",
          options.confidence);
  require(options.interval == "bca" || options.interval == "percentile",
          "interval: expected bca or percentile, given {}", options.interval);
  ResultsAnswer answer;
  answer.bootstrap.confidence = options.confidence;
  if (options.interval == "percentile") answer.bootstrap.kind = BootstrapOptions::Kind::percentile;
  events.on_stage("reading results");
  answer.results = read_results(options.sweep, fmt::format("{}", fmt::join(options.where, " and ")));
  const ResultsTable& runs = answer.results.runs;
  answer.metrics = options.metrics.empty() ? answer.results.metrics() : options.metrics;
  for (const auto& metric : answer.metrics) runs.find(metric);
  if (!options.together) answer.keys = options.group_by.empty() ? answer.results.default_groups() : options.group_by;
  if (options.compare.empty()) {
    answer.groups = summarise(runs, answer.keys, answer.metrics, answer.bootstrap);
    return answer;
  }
  const ComparisonRequest comparison = parse_comparison(options.compare);
  answer.compared = comparison.key;
  std::erase(answer.keys, comparison.key);
  answer.comparisons = compare(runs, comparison, answer.keys, answer.metrics, answer.bootstrap);
  return answer;
}

}  // namespace sextant::lab
