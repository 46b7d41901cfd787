// Groups are kept in a map from settings to rows; null comes before numbers, numbers before texts.
#include "sextant/results/results_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/results.h"

namespace sextant::results {
namespace {

SeedSummary summarise_seeds(const std::map<Tree, double>& by_seed, const BootstrapOptions& bootstrap) {
  std::vector<double> values;
  for (const auto& [seed, value] : by_seed) values.push_back(value);
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  return {static_cast<Index>(values.size()), values.empty() ? undefined : mean(values), standard_deviation(values),
          bootstrap_mean(values, bootstrap)};
}

}  // namespace

std::vector<RunGroup> group_runs(const ResultsTable& runs, const std::vector<std::string>& keys) {
  std::vector<std::size_t> places;
  for (const auto& key : keys) places.push_back(runs.find(key));
  std::map<std::vector<Tree>, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < runs.rows.size(); ++i) {
    std::vector<Tree> settings;
    for (const std::size_t place : places) settings.push_back(runs.rows[i][place]);
    rows[settings].push_back(i);
  }
  std::vector<RunGroup> groups;
  for (auto& [settings, members] : rows) groups.push_back({settings, std::move(members)});
  return groups;
}

std::map<Tree, double> values_by_seed(const ResultsTable& runs, const RunGroup& group, const std::string& metric) {
  const std::size_t status = runs.find("status"), seed = runs.find("seed"), place = runs.find(metric);
  std::map<Tree, std::vector<double>> values;
  for (const std::size_t i : group.rows) {
    const auto& row = runs.rows[i];
    if (row[status] == "done" && row[place].is_number()) values[row[seed]].push_back(row[place].get<double>());
  }
  std::map<Tree, double> means;
  for (const auto& [one, of_seed] : values) means[one] = mean(of_seed);
  return means;
}

std::vector<GroupSummary> summarise(const ResultsTable& runs, const std::vector<std::string>& keys,
                                    const std::vector<std::string>& metrics, const BootstrapOptions& bootstrap) {
  const std::size_t status = runs.find("status");
  std::vector<GroupSummary> result;
  for (const auto& group : group_runs(runs, keys)) {
    auto& summary = result.emplace_back();
    summary.settings = group.settings;
    for (const std::size_t i : group.rows) {
      const Tree& ended = runs.rows[i][status];
      ++(ended == "done" ? summary.done : ended == "diverged" ? summary.diverged : summary.failed);
    }
    for (const auto& metric : metrics)
      summary.metrics.push_back(summarise_seeds(values_by_seed(runs, group, metric), bootstrap));
  }
  return result;
}

ResultsTable make_table(const std::vector<GroupSummary>& groups, const std::vector<std::string>& keys,
                        const std::vector<std::string>& metrics) {
  ResultsTable table{keys, {}};
  for (const char* count : {"done", "diverged", "failed"}) table.columns.emplace_back(count);
  for (const auto& metric : metrics)
    for (const char* figure : {".seeds", ".mean", ".sd", ".low", ".high"}) table.columns.push_back(metric + figure);
  for (const auto& group : groups) {
    auto row = group.settings;
    row.insert(row.end(), {group.done, group.diverged, group.failed});
    for (const auto& metric : group.metrics) {
      row.insert(row.end(), {metric.seeds, number_or_null(metric.mean), number_or_null(metric.deviation)});
      row.push_back(metric.interval ? Tree(metric.interval->low) : Tree());
      row.push_back(metric.interval ? Tree(metric.interval->high) : Tree());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> hidden_differences(const ResultsTable& runs, const std::vector<std::string>& keys) {
  const auto groups = group_runs(runs, keys);
  std::vector<std::string> hidden;
  for (std::size_t place = 0; place < runs.columns.size(); ++place) {
    const auto& column = runs.columns[place];
    if (!is_configuration(column) && column != "code") continue;
    const bool differs = std::ranges::any_of(groups, [&](const RunGroup& group) {
      const Tree& first = runs.rows[group.rows.front()][place];
      return std::ranges::any_of(group.rows, [&](std::size_t i) { return runs.rows[i][place] != first; });
    });
    if (differs) hidden.push_back(column);
  }
  return hidden;
}

}  // namespace sextant::results
