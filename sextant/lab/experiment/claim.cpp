#include "sextant/lab/experiment/claim.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/experiment/measures.h"

namespace sextant::lab {
namespace {

struct ClaimKeys final : Options {
  Claim claim;
  std::string bound;
  std::vector<std::string> needs;
  std::string judged_by = "estimate";
  void visit(OptionVisitor& option) override {
    option("sentence", claim.sentence, "the claim as the paper states it");
    option.choice("measure", claim.measure, measure_names(), "statistic to compute");
    option("metric", claim.metric, "metric it is computed from");
    option("cases", claim.cases, "cases it covers: names, or patterns with *");
    option("against", claim.against,
           "difference, above, reciprocal_rank, average_difference: the cases to compare with");
    option("over", claim.over,
           "trend: the setting that varies between the cases; average_correlation, reciprocal_rank, "
           "average_difference: the one that makes a group, such as task.kind");
    option("chosen_by", claim.chosen_by, "best: the metric by which each seed selects its case; empty: `metric`");
    option("with", claim.with, "correlation, average_correlation: the other metric");
    option("by_runs", claim.by_runs, "correlation: over individual runs instead of case means");
    option("paired", claim.paired, "difference, above: pair the runs by seed");
    option("bound", bound, "bound the statistic must satisfy: >= 0.9, within 0.05, p >= 0.05");
    option.choice("judged_by", judged_by, {"estimate", "interval"},
                  "what must satisfy the bound: the estimate or its whole confidence interval");
    option("needs", needs, "preconditions on each case's mean (best: on each run), e.g. final.train.accuracy >= 0.99");
    option("least_seeds", claim.least_seeds, "minimum seeds per case; with fewer the claim stays undecided");
    option("range", claim.range, "least and greatest value that the metric can have; lets means be decided early");
    option("figure", claim.figure, "id of the figure that shows it");
    option("control", claim.control, "a control of ours, not a claim of the paper");
    option("scales", claim.scales, "scales large enough to judge it; empty: all");
  }
};

/// The keys that the measure needs beside metric and cases.
void require_parts(const Claim& claim, const std::string& place) {
  require(!claim.sentence.empty(), "{}: the sentence is missing", place);
  require(!claim.metric.empty() && !claim.cases.empty(), "{}: metric and cases are required", place);
  const auto needed = [&](const char* key, bool given, const char* measures, bool belongs) {
    require(given || !belongs, "{}: the measure {} needs '{}'", place, claim.measure, key);
    require(!given || belongs, "{}: '{}' applies to {}, not to {}", place, key, measures, claim.measure);
  };
  const auto is = [&](const char* name) { return claim.measure == name; };
  needed("against", !claim.against.empty(), "comparisons", is("difference") || is("above") || claim.by_groups());
  const bool ranks_in_groups = is("average_correlation");
  needed("over", !claim.over.empty(), "trends and groups", is("trend") || ranks_in_groups || claim.by_groups());
  require(claim.chosen_by.empty() || is("best"), "{}: 'chosen_by' applies to best, not to {}", place, claim.measure);
  needed("with", !claim.with.empty(), "correlations", is("correlation") || ranks_in_groups);
  require(claim.range.empty() || (claim.range.size() == 2 && claim.range[0] < claim.range[1]),
          "{}: range: expected the least and the greatest value of the metric, as in [0, 1]", place);
  require(!claim.bound.of_p || is("difference") || is("trend") || is("correlation"),
          "{}: the measure {} has no p for the bound '{}'", place, claim.measure, claim.bound.text());
}

}  // namespace

Claim read_claim(const Tree& tree, const std::string& place) {
  require(tree.is_object(), "{}: expected a table, [[claims]]", place);
  Tree keys = tree;
  ClaimKeys read;
  read.claim.measure = measure_names().front();
  if (const auto paper = keys.find("paper"); paper != keys.end()) {
    require(paper->is_string() || paper->is_number(), "{}.paper: expected a number or a string", place);
    read.claim.paper = *paper;
    keys.erase("paper");
  }
  read_options(keys, place, {&read});
  require(keys.contains("measure") && !read.bound.empty(), "{}: measure and bound are required", place);
  read.claim.bound = parse_bound(read.bound);
  read.claim.by_interval = read.judged_by == "interval";
  for (const auto& text : read.needs)
    for (const auto& condition : parse_conditions(text)) {
      require(condition.value.is_number(), "{}: needs '{}': expected a number", place, text);
      read.claim.needs.push_back(condition);
    }
  require_parts(read.claim, place);
  return read.claim;
}

bool Claim::belongs_to(const std::string& scale) const {
  return scales.empty() || std::ranges::find(scales, scale) != scales.end();
}

bool Claim::by_groups() const { return measure == "reciprocal_rank" || measure == "average_difference"; }

std::string Claim::description() const {
  const std::string in = fmt::format("{}", fmt::join(cases, ", "));
  const std::string others = fmt::format("{}", fmt::join(against, ", "));
  if (measure == "difference") return fmt::format("difference of {} between {} and {}", metric, in, others);
  if (measure == "above") return fmt::format("smallest difference of {} between {} and each of {}", metric, in, others);
  if (measure == "reciprocal_rank")
    return fmt::format("mean reciprocal rank of {} by {} among {}, over the values of {}", in, metric, others, over);
  if (measure == "average_difference")
    return fmt::format("difference of {} between {} and {}, averaged over the values of {}", metric, in, others, over);
  if (measure == "trend") return fmt::format("Spearman of {} and {} over {}", metric, over, in);
  if (measure == "correlation")
    return fmt::format("Spearman of {} and {} over {}{}", metric, with, by_runs ? "runs of " : "", in);
  if (measure == "average_correlation")
    return fmt::format("Spearman of {} and {} over {}, averaged over the values of {}", metric, with, in, over);
  if (measure == "best" && chosen_by.empty())
    return fmt::format("mean over seeds of the best {} per seed, among {}", metric, in);
  if (measure == "best")
    return fmt::format("mean over seeds of {} in the case with the best {} per seed, among {}", metric, chosen_by, in);
  return fmt::format("{} of {} in {}", measure == "mean" ? "mean" : measure + " mean", metric, in);
}

}  // namespace sextant::lab
