// A sweep: which setting does best, by how much, and whether seeds could explain it; or where the phases lie.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "sextant/math/statistics/bootstrap.h"
#include "sextant/report/headlines.h"
#include "sextant/report/spread.h"
#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

struct Ranked {
  const Group* group;
  Spread spread;
  std::size_t runs;
};

/// Best first.
std::vector<Ranked> rank_groups(const Grouping& grouping, const std::string& metric) {
  std::vector<Ranked> ranked;
  for (const auto& group : grouping.groups)
    if (const auto values = finals_of(group, metric); !values.empty())
      ranked.push_back({&group, mean_interval(values), values.size()});
  const bool more_is_better = metric.ends_with("accuracy");
  std::ranges::stable_sort(ranked, [more_is_better](const Ranked& a, const Ranked& b) {
    return more_is_better ? *a.spread.middle > *b.spread.middle : *a.spread.middle < *b.spread.middle;
  });
  return ranked;
}

/// Differences of two groups, by the seeds that both have.
std::vector<double> paired_differences(const Group& first, const Group& second, const std::string& metric) {
  const auto by_seed = [&](const Group& group) {
    std::map<std::string, double> values;
    for (const auto* run : group.runs)
      if (const auto found = run->finals.find(metric); found != run->finals.end() && found->is_number())
        values[run->settings.value("seed", Tree()).dump()] = found->get<double>();
    return values;
  };
  const auto ours = by_seed(first), theirs = by_seed(second);
  std::vector<double> differences;
  for (const auto& [seed, value] : ours)
    if (const auto other = theirs.find(seed); other != theirs.end()) differences.push_back(value - other->second);
  return differences;
}

/// Points of a percentage for accuracies.
std::string difference_text(const std::string& metric, double value) {
  return metric.ends_with("accuracy") ? fmt::format("{:+.1f} points", 100 * value) : fmt::format("{:+.3g}", value);
}

std::string compare_best(const Ranked& best, const Ranked& next, const std::string& name, const std::string& metric) {
  const auto differences = paired_differences(*best.group, *next.group, metric);
  const auto interval = bootstrap_mean(differences);
  const std::string other = fmt::format("{} ({})", name, metric_text(metric, *next.spread.middle));
  if (!interval) return fmt::format(" The next is {}; with one seed each the difference may be chance.", other);
  const double mean =
      std::accumulate(differences.begin(), differences.end(), 0.0) / static_cast<double>(differences.size());
  const std::string range =
      fmt::format("{}, 95 % interval {} to {}, {} seeds", difference_text(metric, mean),
                  difference_text(metric, interval->low), difference_text(metric, interval->high), differences.size());
  constexpr std::size_t fewest_seeds = 10;  // below, the interval is too narrow, and the best of many is picked by luck
  if (differences.size() < fewest_seeds)
    return fmt::format(" The next is {}: {}; with fewer than {} seeds that interval is too narrow to rely on.", other,
                       range, fewest_seeds);
  const bool apart = interval->low > 0 || interval->high < 0;
  return apart ? fmt::format(" It is ahead of the next, {}: {}.", other, range)
               : fmt::format(" It cannot be told apart from the next, {}: {}.", other, range);
}

/// "memorises in 9 of 15 cells, generalises in 6": the phases of boundary.json; empty where there is none.
std::string describe_phases(const Tree& boundary) {
  if (!boundary.is_object() || !boundary.contains("diagrams")) return "";
  std::map<std::string, std::size_t> counts;
  std::size_t cells = 0;
  Index used = 0, full = 0;
  for (const auto& diagram : boundary["diagrams"]) {
    for (const auto& cell : diagram.at("cells"))
      if (cell.at("label").is_string()) {
        ++counts[cell["label"].get<std::string>()];
        ++cells;
      }
    used += diagram.at("runs").value("used", Index(0));
    full += diagram.at("runs").value("full_grid", Index(0));
  }
  if (counts.size() < 2) return "";
  std::vector<std::string> parts;
  for (const auto& [label, count] : counts) parts.push_back(fmt::format("{} in {}", label, count));
  return fmt::format("Phases over {} cells ({}): {}{}.", cells, boundary.value("target", "phases"),
                     fmt::join(parts, ", "),
                     used < full ? fmt::format("; {} of the {} runs of the full grid were enough", used, full) : "");
}

Tree make_number(const std::string& label, const std::string& metric, const Ranked& ranked) {
  Tree number{{"label", label}, {"text", metric_text(metric, *ranked.spread.middle)}};
  if (ranked.spread.low)
    number["interval"] =
        fmt::format("{} to {}", metric_text(metric, *ranked.spread.low), metric_text(metric, *ranked.spread.high));
  return number;
}

std::string describe_statuses(const std::vector<RunRecord>& runs) {
  std::map<std::string, std::size_t> counts;
  for (const auto& run : runs) ++counts[run.status];
  std::vector<std::string> parts;
  for (const auto& [status, count] : counts)
    if (status != "done") parts.push_back(fmt::format("{} {}", count, status));
  return parts.empty() ? "runs, all finished" : fmt::format("runs, of which {}", fmt::join(parts, ", "));
}

}  // namespace

Tree make_sweep_headline(const RunSet& set, const Grouping& grouping, const Tree& environment) {
  std::vector<std::size_t> axes(grouping.axes.size());
  std::iota(axes.begin(), axes.end(), 0);
  Tree headline{{"title", set.name},
                {"sentence", "Nothing has been measured yet."},
                {"held", nullptr},
                {"numbers", Tree::array()},
                {"figure", ""},
                {"data", describe_task(set.runs)},
                {"runs", describe_effort(set.runs, grouping.groups.size(), environment)}};
  const auto metrics = chief_metrics(grouping);
  const auto ranked = metrics.empty() ? std::vector<Ranked>() : rank_groups(grouping, metrics.front());
  if (ranked.empty()) return headline;
  const std::string& metric = metrics.front();
  const std::string what = metric_label(metric), best = metric_text(metric, *ranked.front().spread.middle);
  const std::string name = grouping.axes.empty() ? "" : grouping.label(*ranked.front().group, axes);
  const std::string phases = describe_phases(set.boundary);
  if (ranked.size() == 1) {
    headline["title"] = fmt::format("{}: {} {}", describe_task(set.runs), what, best);
    headline["sentence"] =
        fmt::format("The mean {} is {} over {} runs that differ in their seed.", what, best, ranked[0].runs);
  } else {
    headline["title"] = fmt::format("Best {}: {} with {}", what, best, name);
    headline["sentence"] =
        fmt::format("Of {} settings {} does best: mean {} {}.{}{}", ranked.size(), name, what, best,
                    compare_best(ranked[0], ranked[1], grouping.label(*ranked[1].group, axes), metric),
                    phases.empty() ? "" : " " + phases);
  }
  Tree& numbers = headline["numbers"];
  numbers.push_back(
      make_number(ranked.size() > 1 ? fmt::format("{} of the best setting", what) : what, metric, ranked.front()));
  if (ranked.size() > 1)
    numbers.push_back(make_number(fmt::format("{} of the worst, {}", what, grouping.label(*ranked.back().group, axes)),
                                  metric, ranked.back()));
  numbers.push_back({{"label", describe_statuses(set.runs)}, {"text", std::to_string(set.runs.size())}});
  return headline;
}

}  // namespace sextant::report
