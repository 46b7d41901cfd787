// `sextant results`: the runs of a sweep as tables over seeds, paired tests, CSV or JSON.
#include "sextant/cli/results_command.h"

#include <algorithm>
#include <cstdio>

#include "sextant/cli/results_text.h"
#include "sextant/core/error.h"
#include "sextant/results/results.h"
#include "sextant/results/results_comparison.h"
#include "sextant/results/results_groups.h"

namespace sextant::cli {
namespace {

void print(const ResultsRequest& request, const Results& results, const ResultsTable& table) {
  if (!results.fault.empty()) fmt::print(stderr, "sextant: some runs may be missing: {}\n", results.fault);
  fmt::print("{}", request.json ? write_json(table) : write_csv(table));
}

/// One row per run: what it is, what varies, how it ended.
ResultsTable table_of_runs(const Results& results, const ResultsRequest& request,
                           const std::vector<std::string>& metrics) {
  if (request.all_columns) return results.runs;
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

void print_groups(const Results& results, const ResultsRequest& request, const std::vector<std::string>& keys,
                  const std::vector<std::string>& metrics) {
  const auto groups = summarise(results.runs, keys, metrics, request.bootstrap);
  if (request.csv || request.json) return print(request, results, make_table(groups, keys, metrics));
  fmt::print("{}{}{}", describe_runs(results, request.sweep), describe_groups(groups, keys, metrics, request.bootstrap),
             describe_hidden(results, keys));
}

void print_comparisons(const Results& results, const ResultsRequest& request, std::vector<std::string> keys,
                       const std::vector<std::string>& metrics) {
  const ComparisonRequest comparison = parse_comparison(request.compare);
  std::erase(keys, comparison.key);
  const auto found = compare(results.runs, comparison, keys, metrics, request.bootstrap);
  if (request.csv || request.json) return print(request, results, make_table(found, comparison.key, keys));
  auto all_keys = keys;
  all_keys.push_back(comparison.key);
  fmt::print("{}{}{}", describe_runs(results, request.sweep),
             describe_comparisons(found, comparison.key, keys, request.bootstrap), describe_hidden(results, all_keys));
}

}  // namespace

int results_command(const ResultsRequest& request) {
  require(request.bootstrap.confidence > 0 && request.bootstrap.confidence < 1,
          "--confidence: expected a number between 0 and 1, not {}", request.bootstrap.confidence);
  const Results results = read_results(request.sweep, request.where);
  const auto metrics = request.metrics.empty() ? results.metrics() : request.metrics;
  for (const auto& metric : metrics) results.runs.find(metric);
  const auto keys = request.grouped ? request.keys : results.default_groups();
  if (!request.compare.empty())
    print_comparisons(results, request, keys, metrics);
  else if ((request.csv || request.json) && !request.grouped)
    print(request, results, table_of_runs(results, request, metrics));
  else
    print_groups(results, request, keys, metrics);
  return 0;
}

}  // namespace sextant::cli
