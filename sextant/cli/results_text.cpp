// Every table says over how many seeds; what the numbers cannot carry is said in a note below it.
#include "sextant/cli/results_text.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/math/statistics/paired_tests.h"
#include "sextant/results/text_table.h"

namespace sextant::cli {
namespace {

constexpr double significant = 0.05;
constexpr Index enough_seeds = 10;  // below, bootstrap intervals are clearly too short (docs/adr/0011)

std::string interval_name(const BootstrapOptions& options) {
  return fmt::format("{:.4g} % interval", 100 * options.confidence);
}

std::string few_seeds_note(Index least, Index most) {
  if (least >= enough_seeds || most < 2) return "";
  return fmt::format(
      "note: bootstrap intervals over fewer than {} seeds are too narrow (with 5, nominal 95 % cover the mean in about "
      "83 "
      "%)\n",
      enough_seeds);
}

/// With so few pairs, or so many comparisons, no outcome could be significant.
std::string no_significance_note(std::span<const Comparison> comparisons) {
  Index most = 0, tested = 0;
  for (const auto& one : comparisons) {
    most = std::max(most, one.pairs);
    tested += one.pairs > 0 ? 1 : 0;
  }
  const double best = std::min(1.0, smallest_paired_p(most) * static_cast<double>(tested));
  if (best <= significant || smallest_paired_p(most) > significant) return "";
  return fmt::format(
      "note: {} comparisons of {} pairs give a corrected p of {} at best; significance needs more seeds\n", tested,
      most, short_number(best));
}

std::string remark(const Comparison& comparison) {
  if (comparison.pairs == 0) return "no seed in common";
  const double least = smallest_paired_p(comparison.pairs);
  if (least <= significant) return "";
  return fmt::format("cannot be significant: with {} pair{} p >= {}", comparison.pairs,
                     comparison.pairs == 1 ? "" : "s", short_number(least));
}

std::string describe_metric(std::span<const Comparison> comparisons, const std::string& key,
                            const std::vector<std::string>& keys, const BootstrapOptions& bootstrap) {
  auto columns = keys;
  columns.insert(columns.end(), {"A", "B", "pairs", "unpaired", "A - B", interval_name(bootstrap), "Wilcoxon p", "Holm",
                                 "permutation p", "Holm", ""});
  TextTable table(columns);
  Index least = enough_seeds, most = 0;
  for (const auto& one : comparisons) {
    std::vector<std::string> row;
    for (const auto& setting : one.settings) row.push_back(setting_text(setting));
    row.insert(row.end(), {setting_text(one.first), setting_text(one.second), std::to_string(one.pairs),
                           std::to_string(one.unpaired), short_number(one.difference), interval_text(one.interval)});
    for (const double p : {one.wilcoxon_p, one.wilcoxon_holm, one.permutation_p, one.permutation_holm})
      row.push_back(short_number(p));
    row.push_back(remark(one));
    table.add(std::move(row));
    least = std::min(least, one.pairs);
    most = std::max(most, one.pairs);
  }
  return fmt::format("\n{}: A - B of {}, paired by seed\n{}{}{}", comparisons.front().metric, key, table.text(),
                     few_seeds_note(least, most), no_significance_note(comparisons));
}

std::string describe_runs(const Results& results, const std::string& sweep) {
  const std::size_t status = results.runs.find("status");
  Index done = 0, diverged = 0, failed = 0;
  for (const auto& row : results.runs.rows)
    ++(row[status] == "done" ? done : row[status] == "diverged" ? diverged : failed);
  std::string text = fmt::format("{}: {} runs, {} done, {} diverged, {} failed", sweep, results.runs.rows.size(), done,
                                 diverged, failed);
  if (results.unfinished > 0) text += fmt::format("; {} unfinished", results.unfinished);
  text += '\n';
  if (!results.fault.empty()) text += fmt::format("note: some runs may be missing: {}\n", results.fault);
  return text;
}

std::string describe_groups(const std::vector<GroupSummary>& groups, const std::vector<std::string>& keys,
                            const std::vector<std::string>& metrics, const BootstrapOptions& bootstrap) {
  const bool bca = bootstrap.kind == BootstrapOptions::Kind::bca;
  std::string text = fmt::format("mean, SD and bootstrap interval ({}) over seeds\n", bca ? "BCa" : "percentile");
  Index least = enough_seeds, most = 0;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    auto columns = keys;
    columns.insert(columns.end(), {"done", "diverged", "failed", "seeds", "mean", "sd", interval_name(bootstrap)});
    TextTable table(columns);
    for (const auto& group : groups) {
      const auto& metric = group.metrics[m];
      std::vector<std::string> row;
      for (const auto& setting : group.settings) row.push_back(setting_text(setting));
      for (const Index count : {group.done, group.diverged, group.failed, metric.seeds})
        row.push_back(std::to_string(count));
      row.insert(row.end(),
                 {short_number(metric.mean), short_number(metric.deviation), interval_text(metric.interval)});
      table.add(std::move(row));
      least = std::min(least, metric.seeds);
      most = std::max(most, metric.seeds);
    }
    text += fmt::format("\n{}\n{}", metrics[m], table.text());
  }
  return text + few_seeds_note(least, most);
}

std::string describe_comparisons(const std::vector<Comparison>& comparisons, const std::string& key,
                                 const std::vector<std::string>& keys, const BootstrapOptions& bootstrap) {
  std::string text;
  for (std::size_t first = 0, end = 0; first < comparisons.size(); first = end) {
    while (end < comparisons.size() && comparisons[end].metric == comparisons[first].metric) ++end;
    text += describe_metric(std::span(comparisons).subspan(first, end - first), key, keys, bootstrap);
  }
  return text;
}

std::string describe_hidden(const Results& results, const std::vector<std::string>& keys) {
  const auto hidden = hidden_differences(results.runs, keys);
  if (hidden.empty()) return "";
  return fmt::format(
      "note: runs with the same settings differ in {} and are averaged per seed; separate them with --group-by or "
      "--where\n",
      fmt::join(hidden, ", "));
}

}  // namespace

std::string describe_results(const ResultsAnswer& answer, const std::string& sweep) {
  const std::string head = describe_runs(answer.results, sweep);
  if (answer.compared.empty())
    return head + describe_groups(answer.groups, answer.keys, answer.metrics, answer.bootstrap) +
           describe_hidden(answer.results, answer.keys);
  auto all_keys = answer.keys;
  all_keys.push_back(answer.compared);
  return head + describe_comparisons(answer.comparisons, answer.compared, answer.keys, answer.bootstrap) +
         describe_hidden(answer.results, all_keys);
}

}  // namespace sextant::cli
