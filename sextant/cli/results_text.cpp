// Every table says over how many seeds; what the numbers cannot carry is said in a note below it.
#include "sextant/cli/results_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sextant/cli/answer.h"
#include "sextant/core/error.h"
#include "sextant/math/statistics/lead.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/results/results_groups.h"
#include "sextant/results/results_table.h"

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

bool can_be_significant(const Comparison& one) { return smallest_paired_p(one.pairs) <= significant; }

/// With so few pairs, or so many comparisons, no outcome could be significant: said once, with what would be enough.
std::string no_significance_note(const std::vector<Comparison>& comparisons) {
  std::map<std::string, Index> tested;  // of each metric
  Index most = 0;
  for (const auto& one : comparisons) {
    most = std::max(most, one.pairs);
    tested[one.metric] += one.pairs > 0 ? 1 : 0;
  }
  Index fewest = 0;  // of a metric: what is hopeless there is so everywhere
  for (const auto& [metric, count] : tested) fewest = fewest == 0 ? count : std::min(fewest, count);
  const double best = std::min(1.0, smallest_paired_p(most) * static_cast<double>(fewest));
  if (fewest == 0 || best <= significant) return "";
  return fmt::format(
      "\nnote: {} comparisons of {} pair{} give a corrected p of {} at best; {} seeds or more can be significant\n",
      fewest, most, most == 1 ? "" : "s", short_number(best), pairs_for_significance(fewest));
}

/// `others_can`: where no row can be significant, the note says so once.
std::string remark(const Comparison& comparison, bool others_can) {
  if (comparison.pairs == 0) return "no seed in common";
  if (can_be_significant(comparison) || !others_can) return "";
  return fmt::format("cannot be significant: with {} pair{} p >= {}", comparison.pairs,
                     comparison.pairs == 1 ? "" : "s", short_number(smallest_paired_p(comparison.pairs)));
}

std::string describe_metric(std::span<const Comparison> comparisons, const std::string& key,
                            const std::vector<std::string>& keys, const BootstrapOptions& bootstrap) {
  auto columns = keys;
  columns.insert(columns.end(), {"A", "B", "pairs", "unpaired", "A - B", interval_name(bootstrap), "Wilcoxon p", "Holm",
                                 "permutation p", "Holm", ""});
  TextTable table(columns);
  Index least = enough_seeds, most = 0;
  const bool any_can = std::ranges::any_of(comparisons, can_be_significant);
  for (const auto& one : comparisons) {
    std::vector<std::string> row;
    for (const auto& setting : one.settings) row.push_back(setting_text(setting));
    row.insert(row.end(), {setting_text(one.first), setting_text(one.second), std::to_string(one.pairs),
                           std::to_string(one.unpaired), short_number(one.difference), interval_text(one.interval)});
    for (const double p : {one.wilcoxon_p, one.wilcoxon_holm, one.permutation_p, one.permutation_holm})
      row.push_back(short_number(p));
    row.push_back(remark(one, any_can));
    table.add(std::move(row));
    least = std::min(least, one.pairs);
    most = std::max(most, one.pairs);
  }
  return fmt::format("\n{}: A - B of {}, paired by seed\n{}{}", comparisons.front().metric, key, table.text(),
                     few_seeds_note(least, most));
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
  return text + no_significance_note(comparisons);
}

std::string describe_hidden(const Results& results, const std::vector<std::string>& keys) {
  const auto hidden = hidden_differences(results.runs, keys);
  if (hidden.empty()) return "";
  return fmt::format(
      "note: runs with the same settings differ in {} and are averaged per seed; separate them with --group-by or "
      "--where\n",
      fmt::join(hidden, ", "));
}

/// One metric over two numeric axes, in shades.
std::string draw_groups(const ResultsAnswer& answer, std::size_t chief) {
  CharacterDiagram diagram;
  std::vector<double> sides[2];
  for (const auto& group : answer.groups)
    for (std::size_t a = 0; a < 2; ++a) {
      if (!group.settings[a].is_number()) return "";
      if (const double value = group.settings[a].get<double>(); std::ranges::find(sides[a], value) == sides[a].end())
        sides[a].push_back(value);
    }
  for (auto& side : sides) std::ranges::sort(side);
  if (sides[0].size() < 2 || sides[1].size() < 2 || sides[0].size() > 30) return "";
  for (const double value : sides[1]) diagram.rows.push_back(short_number(value));
  for (const double value : sides[0]) diagram.columns.push_back(short_number(value));
  diagram.values.assign(sides[1].size(), std::vector<double>(sides[0].size(), std::nan("")));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& group : answer.groups) {
    const auto column = std::ranges::find(sides[0], group.settings[0].get<double>()) - sides[0].begin();
    const auto row = std::ranges::find(sides[1], group.settings[1].get<double>()) - sides[1].begin();
    const double value = group.metrics[chief].mean;
    diagram.values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = value;
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  }
  if (!(high > low)) return "";
  diagram.low = low;
  diagram.high = high;
  diagram.row_name = answer.keys[1];
  diagram.column_name = answer.keys[0];
  return fmt::format("\n{}, from {} (··) to {} (██)\n{}", answer.metrics[chief], short_number(low), short_number(high),
                     draw_diagram(diagram));
}

/// The metric that a short table is about: of the test split, else of anything that was not trained on.
std::size_t chief_metric(const std::vector<std::string>& metrics) {
  for (const char* wanted : {"final.test.accuracy", "final.test.loss"})
    if (const auto found = std::ranges::find(metrics, wanted); found != metrics.end())
      return static_cast<std::size_t>(found - metrics.begin());
  const auto other = std::ranges::find_if(metrics, [](const auto& one) { return !one.starts_with("final.train."); });
  return other == metrics.end() ? 0 : static_cast<std::size_t>(other - metrics.begin());
}

constexpr std::size_t most_shown_groups = 20;

std::string name_group(const GroupSummary& group, const std::vector<std::string>& keys) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < keys.size(); ++i)
    parts.push_back(fmt::format("{}={}", keys[i], setting_text(group.settings[i])));
  return fmt::format("{}", fmt::join(parts, " "));
}

/// The best setting where it is ahead of every other one, else about how many seeds would tell; paired by seed.
std::string name_winner(const ResultsAnswer& answer, const std::vector<const GroupSummary*>& ranked,
                        const std::string& metric) {
  if (ranked.size() < 2 || answer.keys.empty()) return "";
  std::vector<std::map<Tree, double>> values;
  for (const auto* one : ranked)
    for (const auto& group : group_runs(answer.results.runs, answer.keys))
      if (group.settings == one->settings) values.push_back(values_by_seed(answer.results.runs, group, metric));
  if (values.size() != ranked.size()) return "";
  std::vector<std::vector<double>> leads;
  for (std::size_t i = 1; i < values.size(); ++i) {
    auto& lead = leads.emplace_back();
    for (const auto& [seed, value] : values[0])
      if (const auto other = values[i].find(seed); other != values[i].end()) lead.push_back(value - other->second);
    if (lead.size() < 2) return "";
  }
  const Lead lead = judge_lead(leads);
  const std::string best = name_group(*ranked[0], answer.keys), second = name_group(*ranked[1], answer.keys);
  const std::size_t seeds = leads.front().size();
  if (lead.is_sure())
    return fmt::format("{} is best: ahead of every other setting at {} seeds (paired, p {:.2g})\n", best, seeds,
                       lead.p);
  if (lead.pairs_needed)
    return fmt::format("no winner at {} seeds; about {} needed to tell {} from {}\n", seeds, *lead.pairs_needed, best,
                       second);
  return fmt::format("no winner at {} seeds: {} and {} score alike\n", seeds, best, second);
}

}  // namespace

std::string describe_run(const RunRecord& run) {
  TextTable table({"metric", "value"});
  for (const auto& [metric, value] : run.finals.items())
    if (value.is_number()) table.add({metric, short_number(value.get<double>())});
  std::vector<double> losses;
  for (const auto& row : run.metrics)
    if (row.split == "train" && row.loss) losses.push_back(*row.loss);
  const std::string curve = sparkline(losses);
  return (curve.empty() ? ""
                        : fmt::format("training loss {} {} {}\n\n", short_number(losses.front()), curve,
                                      short_number(losses.back()))) +
         table.text();
}

std::string summarise_results(const ResultsAnswer& answer, const std::string& sweep) {
  std::string text = describe_runs(answer.results, sweep);
  if (answer.metrics.empty() || answer.groups.empty()) return text;
  const std::size_t chief = chief_metric(answer.metrics);
  const std::string& name = answer.metrics[chief];
  std::vector<const GroupSummary*> ranked;
  for (const auto& group : answer.groups) ranked.push_back(&group);
  const bool more_is_better = name.ends_with("accuracy");
  std::ranges::stable_sort(ranked, [&](const auto* a, const auto* b) {
    const double first = a->metrics[chief].mean, second = b->metrics[chief].mean;
    return std::isfinite(first) && (!std::isfinite(second) || (more_is_better ? first > second : first < second));
  });
  double most = 0;
  for (const auto* group : ranked)
    if (std::isfinite(group->metrics[chief].mean)) most = std::max(most, group->metrics[chief].mean);
  auto columns = answer.keys;
  columns.insert(columns.end(), {"seeds", "mean", interval_name(answer.bootstrap), ""});
  TextTable table(columns);
  for (std::size_t i = 0; i < std::min(ranked.size(), most_shown_groups); ++i) {
    std::vector<std::string> row;
    for (const auto& setting : ranked[i]->settings) row.push_back(setting_text(setting));
    const SeedSummary& metric = ranked[i]->metrics[chief];
    row.insert(row.end(), {std::to_string(metric.seeds), short_number(metric.mean), interval_text(metric.interval),
                           most > 0 ? bar(metric.mean / most) : ""});
    table.add(std::move(row));
  }
  text += fmt::format("\n{}, mean over seeds{}, best first\n{}", name,
                      ranked.size() > most_shown_groups
                          ? fmt::format(" of the best {} of {} settings", most_shown_groups, ranked.size())
                          : "",
                      table.text());
  text += name_winner(answer, ranked, name);
  if (answer.keys.size() == 2) text += draw_groups(answer, chief);
  return text +
         "\n--all prints all metrics and settings, --compare KEY tests differences, --csv and --json print the runs\n";
}

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
