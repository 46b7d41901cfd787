#include "sextant/cli/discover_text.h"

#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_facts.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/results_table.h"

namespace sextant::cli {
namespace {

std::string list_errors(const Discovery& all) {
  TextTable table({"predictor", "held-out error", "SD over seeds", "mean of seeds"});
  for (const auto& one : all.errors.baselines) table.add({one.name, short_number(one.error), "", ""});
  for (const auto& one : all.errors.cases) {
    if (one.errors.empty()) continue;
    table.add({one.name, short_number(one.mean()),
               one.errors.size() < 2 ? "" : fmt::format("+- {}", short_number(standard_deviation(one.errors))),
               one.sigma && one.errors.size() > 1 ? short_number(one.ensemble) : ""});
  }
  return table.text();
}

std::string list_groupings(const Discovery& all) {
  TextTable table({"modules by", "modules", "NMI", "ARI", "within - between"});
  for (const auto& one : all.groupings)
    table.add({one.name(), fmt::format("{}", count_modules(one.modules)), short_number(one.nmi), short_number(one.ari),
               short_number(one.within_between)});
  return table.text();
}

std::string list_neighbours(const Discovery& all) {
  TextTable table({"neighbours by", "nearest", "of four", "rank correlation", "p"});
  for (const auto& one : all.neighbourhood)
    table.add({one.source, short_number(one.nearest), short_number(one.four), short_number(one.distances.correlation),
               short_number(one.distances.p)});
  return table.text();
}

std::string list_labels(const Discovery& all) {
  TextTable table({"agreement with labels", "value", "shuffled", "p"});
  for (const auto& [name, result] : all.measures)
    table.add({name, short_number(result.value), short_number(result.shuffled), short_number(result.p)});
  return table.text();
}

}  // namespace

std::string describe_discovery(const Discovery& all) {
  std::string text = fmt::format("{}: {}\n", name_of_grade(all.conclusion.grade), all.conclusion.sentence);
  for (const auto& [what, words] : list_facts(all)) text += fmt::format("  {:<11} {}\n", what, words);
  return text;
}

std::string describe_all(const Discovery& all) {
  std::string text = list_errors(all) + list_groupings(all);
  if (!all.neighbourhood.empty()) text += list_neighbours(all);
  if (!all.measures.empty()) text += list_labels(all);
  return text + fmt::format("  positions vs. training correlations: rank correlation {:.2f}, p = {:.3g}\n",
                            all.connectivity.correlation, all.connectivity.p);
}

}  // namespace sextant::cli
