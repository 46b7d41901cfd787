// Differences are taken seed by seed: what a seed brings to both sides cancels.
#include "sextant/results/results_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/option_value.h"
#include "sextant/results/results_groups.h"
#include "sextant/results/results_where.h"

namespace sextant::results {
namespace {

/// The settings of `key` that are to be compared, two by two.
std::vector<std::pair<Tree, Tree>> choose_pairs(const ResultsTable& runs, const ComparisonRequest& request) {
  std::vector<Tree> settings;
  std::vector<std::string> names;
  for (const auto& group : group_runs(runs, {request.key})) {
    settings.push_back(group.settings.front());
    names.push_back(value_text(group.settings.front()));
  }
  if (request.settings) {
    for (const Tree& wanted : {request.settings->first, request.settings->second})
      require(std::ranges::find(settings, wanted) != settings.end(), "compare: no run has {}={}; found: {}",
              request.key, value_text(wanted), fmt::join(names, ", "));
    return {*request.settings};
  }
  require(settings.size() > 1, "compare: all runs have {}={}; there is nothing to compare", request.key, names.front());
  std::vector<std::pair<Tree, Tree>> pairs;
  for (std::size_t i = 0; i < settings.size(); ++i)
    for (std::size_t j = i + 1; j < settings.size(); ++j) pairs.emplace_back(settings[i], settings[j]);
  return pairs;
}

/// The runs of `group` with that setting.
RunGroup with_setting(const ResultsTable& runs, const RunGroup& group, const std::string& key, const Tree& setting) {
  const std::size_t place = runs.find(key);
  RunGroup result{group.settings, {}};
  for (const std::size_t i : group.rows)
    if (runs.rows[i][place] == setting) result.rows.push_back(i);
  return result;
}

void test(Comparison& comparison, const std::map<Tree, double>& first, const std::map<Tree, double>& second,
          const BootstrapOptions& bootstrap) {
  std::vector<double> differences;
  for (const auto& [seed, value] : first)
    if (const auto other = second.find(seed); other != second.end()) differences.push_back(value - other->second);
  comparison.pairs = static_cast<Index>(differences.size());
  comparison.unpaired = static_cast<Index>(first.size() + second.size()) - 2 * comparison.pairs;
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const bool any = !differences.empty();
  comparison.difference = any ? mean(differences) : undefined;
  comparison.interval = bootstrap_mean(differences, bootstrap);
  comparison.t_p = paired_t_test(differences).p;
  comparison.wilcoxon_p = any ? wilcoxon_test(differences).p : undefined;
  comparison.permutation_p = any ? sign_flip_test(differences).p : undefined;
}

/// Corrects `p` of all that have one into `corrected`.
void correct(std::span<Comparison> comparisons, double Comparison::*p, double Comparison::*corrected) {
  std::vector<double> values;
  for (const auto& one : comparisons)
    if (!std::isnan(one.*p)) values.push_back(one.*p);
  const auto adjusted = holm_adjusted(values);
  std::size_t next = 0;
  for (auto& one : comparisons) one.*corrected = std::isnan(one.*p) ? one.*p : adjusted[next++];
}

}  // namespace

ComparisonRequest parse_comparison(const std::string& text) {
  const auto middle = text.find(" vs ");
  if (middle == std::string::npos) {
    require(text.find_first_of("=<>! ") == std::string::npos, "compare: expected KEY or \"KEY=A vs KEY=B\", given '{}'",
            text);
    return {text, std::nullopt};
  }
  const auto first = parse_conditions(text.substr(0, middle)), second = parse_conditions(text.substr(middle + 4));
  const bool good = first.size() == 1 && second.size() == 1 && first[0].relation == "==" &&
                    second[0].relation == "==" && first[0].column == second[0].column;
  require(good, "compare: expected \"KEY=A vs KEY=B\" with one key and one value on each side, given '{}'", text);
  require(first[0].value != second[0].value, "compare: both sides of '{}' are the same", text);
  return {first[0].column, std::pair(first[0].value, second[0].value)};
}

std::vector<Comparison> compare(const ResultsTable& runs, const ComparisonRequest& request,
                                const std::vector<std::string>& keys, const std::vector<std::string>& metrics,
                                const BootstrapOptions& bootstrap) {
  require(request.key != "seed", "compare: comparisons are paired by seed; choose another key");
  const auto pairs = choose_pairs(runs, request);
  const auto groups = group_runs(runs, keys);
  std::vector<Comparison> result;
  for (const auto& metric : metrics) {
    const std::size_t first_of_metric = result.size();
    for (const auto& group : groups)
      for (const auto& [first, second] : pairs) {
        const RunGroup one = with_setting(runs, group, request.key, first);
        const RunGroup other = with_setting(runs, group, request.key, second);
        if (one.rows.empty() && other.rows.empty()) continue;
        auto& comparison = result.emplace_back();
        comparison.settings = group.settings;
        comparison.first = first;
        comparison.second = second;
        comparison.metric = metric;
        test(comparison, values_by_seed(runs, one, metric), values_by_seed(runs, other, metric), bootstrap);
      }
    const auto of_metric = std::span(result).subspan(first_of_metric);
    correct(of_metric, &Comparison::wilcoxon_p, &Comparison::wilcoxon_holm);
    correct(of_metric, &Comparison::permutation_p, &Comparison::permutation_holm);
  }
  return result;
}

ResultsTable make_table(const std::vector<Comparison>& comparisons, const std::string& key,
                        const std::vector<std::string>& keys) {
  ResultsTable table{keys, {}};
  for (const char* column : {"metric", "key", "first", "second", "pairs", "unpaired", "difference", "low", "high",
                             "t_p", "wilcoxon_p", "wilcoxon_holm", "permutation_p", "permutation_holm"})
    table.columns.emplace_back(column);
  for (const auto& one : comparisons) {
    auto row = one.settings;
    row.insert(row.end(), {one.metric, key, one.first, one.second, one.pairs, one.unpaired});
    row.push_back(number_or_null(one.difference));
    row.push_back(one.interval ? Tree(one.interval->low) : Tree());
    row.push_back(one.interval ? Tree(one.interval->high) : Tree());
    for (const double p : {one.t_p, one.wilcoxon_p, one.wilcoxon_holm, one.permutation_p, one.permutation_holm})
      row.push_back(number_or_null(p));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace sextant::results
