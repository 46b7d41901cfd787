// First what speaks against a decision (cases or seeds that are missing, conditions that are not met), then the
// measure; it is shown in any case, so that a reader sees where it stands.
#include "sextant/lab/experiment/judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

constexpr std::size_t least_points = 3;  // of a rank correlation

class Judge {
 public:
  Judge(const Claim& claim, const Study& study, const Evidence& evidence)
      : study_(study), evidence_(evidence), verdict_{.claim = claim} {}

  Verdict decide() {
    const Claim& claim = verdict_.claim;
    cases_ = evidence_.choose(claim.cases);
    others_ = evidence_.choose(claim.against);
    note_missing_cases();
    if (objections_.empty()) note_missing_metric(claim.metric);
    for (const auto& further : {claim.with, claim.chosen_by})
      if (objections_.empty() && !further.empty()) note_missing_metric(further);
    count_seeds();
    if (is_choice())
      check_needs_of_seeds();
    else
      check_needs();
    const bool ranks = claim.measure == "trend" || claim.measure == "correlation";
    if (objections_.empty() && ranks && !claim.by_runs && usable().size() < least_points)
      object(fmt::format("a rank correlation needs {} cases, found {}", least_points, usable().size()));
    measure();
    if (objections_.empty() && std::isnan(verdict_.measured.value)) object("the statistic is undefined for these runs");
    if (objections_.empty()) apply_bound();
    write_note();
    return verdict_;
  }

 private:
  void object(std::string reason) {
    if (std::ranges::find(objections_, reason) == objections_.end()) objections_.push_back(std::move(reason));
  }

  /// Left out at this scale; a pattern takes what is there, if there is any.
  void note_missing_cases() {
    std::vector<std::string> missing;
    for (const auto* list : {&verdict_.claim.cases, &verdict_.claim.against})
      for (const auto& name : *list)
        if (std::ranges::find(study_.left_out, name) != study_.left_out.end() || evidence_.choose({name}).empty())
          missing.push_back(name);
    if (!missing.empty()) object(fmt::format("the scale {} omits {}", study_.scale, fmt::join(missing, ", ")));
  }

  void note_missing_metric(const std::string& metric) {
    for (const auto* one : used())
      for (const auto& run : one->runs)
        if (!std::isnan(run.value(metric))) return;
    object(fmt::format("no run has {}{}", metric, nearest_name_hint(metric, evidence_.metrics())));
  }

  std::vector<const CaseEvidence*> used() const {
    auto all = cases_;
    all.insert(all.end(), others_.begin(), others_.end());
    return all;
  }

  /// Every seed chooses among the cases, and conditions are on single runs.
  bool is_choice() const { return verdict_.claim.measure == "best"; }

  static Bound bound_of(const Condition& need) { return parse_bound(need.relation + need.value.dump()); }

  bool meets_needs(const CaseEvidence& one, const Tree& seed) const {
    return std::ranges::all_of(verdict_.claim.needs, [&](const Condition& need) {
      const BySeed values = one.values(need.column);
      const auto found = values.find(seed);
      return found != values.end() && bound_of(need).holds(found->second);
    });
  }

  BySeed values(const CaseEvidence& one) const {
    BySeed result = one.values(verdict_.claim.metric);
    if (is_choice()) std::erase_if(result, [&](const auto& item) { return !meets_needs(one, item.first); });
    if (verdict_.claim.with.empty()) return result;
    const BySeed with = one.values(verdict_.claim.with);
    std::erase_if(result, [&](const auto& item) { return !with.contains(item.first); });
    return result;
  }

  /// Cases with at least one value.
  std::vector<const CaseEvidence*> usable() const {
    auto result = cases_;
    std::erase_if(result, [&](const auto* one) { return values(*one).empty(); });
    return result;
  }

  void count_seeds() {
    if (is_choice()) {
      verdict_.seeds = static_cast<Index>(chosen().size());
      if (objections_.empty() && verdict_.seeds < verdict_.claim.least_seeds)
        object(fmt::format("{} of at least {} seeds", verdict_.seeds, verdict_.claim.least_seeds));
      return;
    }
    bool first = true;
    const bool new_reason = objections_.empty();
    for (const auto* one : used()) {
      const auto seeds = static_cast<Index>(values(*one).size());
      if (first || seeds < verdict_.seeds) verdict_.seeds = seeds;
      first = false;
      if (new_reason && seeds < verdict_.claim.least_seeds)
        object(fmt::format("{} has {} of at least {} seeds", one->one.name, seeds, verdict_.claim.least_seeds));
    }
  }

  void check_needs() {
    for (const auto& need : verdict_.claim.needs)
      for (const auto* one : used()) {
        std::vector<double> values;
        for (const auto& [seed, value] : one->values(need.column)) values.push_back(value);
        const Bound bound = bound_of(need);
        if (values.empty())
          object(fmt::format("{} has no {}", one->one.name, need.column));
        else if (!bound.holds(mean(values)))
          object(fmt::format("{} has {} {:.4g}, needed {}", one->one.name, need.column, mean(values), bound.text()));
      }
  }

  /// What each seed has in the case that is best with it.
  BySeed chosen() const {
    const std::string& merit = verdict_.claim.chosen_by.empty() ? verdict_.claim.metric : verdict_.claim.chosen_by;
    const auto own = values(cases_);
    return best_of_each_seed(own, second_metric(merit, cases_, own));
  }

  /// A seed none of whose runs may be chosen would be missing from the mean without a word.
  void check_needs_of_seeds() {
    const BySeed taken = chosen();
    for (const auto* one : cases_)
      for (const auto& [seed, value] : one->values(verdict_.claim.metric))
        if (!taken.contains(seed)) object(fmt::format("seed {} has no run that meets the preconditions", seed.dump()));
  }

  std::vector<BySeed> values(const std::vector<const CaseEvidence*>& cases) const {
    std::vector<BySeed> result;
    for (const auto* one : cases) result.push_back(values(*one));
    return result;
  }

  void measure() {
    const Claim& claim = verdict_.claim;
    const auto there = usable();
    if (there.empty()) return;
    const auto own = values(there);
    auto others = others_;
    std::erase_if(others, [&](const auto* one) { return values(*one).empty(); });
    if (claim.measure == "mean") verdict_.measured = measure_mean(own.front());
    if (claim.measure == "least") verdict_.measured = measure_extreme(own, 1);
    if (claim.measure == "greatest") verdict_.measured = measure_extreme(own, -1);
    if (is_choice()) verdict_.measured = measure_mean(chosen());
    if (claim.measure == "difference" && !others.empty())
      verdict_.measured = measure_difference(own.front(), values(*others.front()), claim.paired);
    if (claim.measure == "above") verdict_.measured = measure_above(own.front(), values(others), claim.paired);
    if (claim.measure == "trend") verdict_.measured = measure_trend(own, settings_of(there));
    if (claim.measure == "correlation")
      verdict_.measured = measure_correlation(own, second_metric(claim.with, there, own), claim.by_runs);
    if (claim.measure == "average_correlation") measure_groups(there);
    if (claim.measure == "reciprocal_rank") verdict_.measured = measure_reciprocal_rank(contests(there, others));
    if (claim.measure == "average_difference") verdict_.measured = measure_average_difference(contests(there, others));
    if (claim.measure == "least" || claim.measure == "greatest")
      decisive_ = there[verdict_.measured.decisive]->one.name;
    if (claim.measure == "above" && !others.empty()) decisive_ = others[verdict_.measured.decisive]->one.name;
  }

  /// Cases with the same setting `over` are a group.
  void measure_groups(const std::vector<const CaseEvidence*>& there) {
    const Claim& claim = verdict_.claim;
    std::map<std::string, std::vector<const CaseEvidence*>> groups;
    for (const auto* one : there) groups[one->one.setting(claim.over).dump()].push_back(one);
    std::vector<std::vector<BySeed>> x, y;
    for (const auto& [setting, cases] : groups) {
      if (cases.size() < least_points)
        object(fmt::format("a rank correlation needs {} cases, {} = {} has {}", least_points, claim.over, setting,
                           cases.size()));
      x.push_back(values(cases));
      y.push_back(second_metric(claim.with, cases, x.back()));
    }
    verdict_.measured = measure_average_correlation(x, y);
  }

  /// Each case with those of `others` that have the same setting `over`.
  std::vector<Contest> contests(const std::vector<const CaseEvidence*>& there,
                                const std::vector<const CaseEvidence*>& others) const {
    const std::string& over = verdict_.claim.over;
    std::vector<Contest> groups;
    for (const auto* one : there) {
      Contest& group = groups.emplace_back(Contest{values(*one), {}});
      for (const auto* other : others)
        if (other != one && other->one.setting(over) == one->one.setting(over)) group.rivals.push_back(values(*other));
    }
    return groups;
  }

  std::vector<double> settings_of(const std::vector<const CaseEvidence*>& cases) const {
    std::vector<double> settings;
    for (const auto* one : cases) settings.push_back(one->one.setting(verdict_.claim.over).get<double>());
    return settings;
  }

  /// Of the same seeds.
  static std::vector<BySeed> second_metric(const std::string& metric, const std::vector<const CaseEvidence*>& cases,
                                           const std::vector<BySeed>& first) {
    std::vector<BySeed> result;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      BySeed values = cases[i]->values(metric);
      std::erase_if(values, [&](const auto& item) { return !first[i].contains(item.first); });
      result.push_back(std::move(values));
    }
    return result;
  }

  void apply_bound() {
    const Claim& claim = verdict_.claim;
    const Measured& measured = verdict_.measured;
    if (claim.bound.of_p) {
      if (std::isnan(measured.p)) return object("the test gives no p-value");
      verdict_.held = claim.bound.holds(measured.p);
    } else if (!claim.by_interval) {
      verdict_.held = claim.bound.holds(measured.value);
    } else if (!measured.interval) {
      object("there is no interval");
    } else {
      const bool low = claim.bound.holds(measured.interval->low), high = claim.bound.holds(measured.interval->high);
      if (low == high && claim.bound.holds(measured.value) == low)
        verdict_.held = low;
      else
        object("the interval straddles the bound");
    }
  }

  void write_note() {
    std::vector<std::string> parts;
    if (!decisive_.empty()) parts.push_back("decided by " + decisive_);
    if (!std::isnan(verdict_.measured.p))
      parts.push_back(fmt::format("{} p = {:.2g}", verdict_.measured.test, verdict_.measured.p));
    add_rank_test(parts);
    if (!objections_.empty()) parts.push_back(fmt::format("not decided: {}", fmt::join(objections_, "; ")));
    verdict_.note = fmt::format("{}", fmt::join(parts, ", "));
  }

  Index fewest_values(const std::vector<const CaseEvidence*>& cases) const {
    Index fewest = std::numeric_limits<Index>::max();
    for (const auto* one : cases) fewest = std::min<Index>(fewest, std::ssize(values(*one)));
    return fewest;
  }

  /// Where the two tests disagree, a reader must know why.
  void add_rank_test(std::vector<std::string>& parts) const {
    const double p = verdict_.measured.p, rank_p = verdict_.measured.rank_p;
    if (std::isnan(rank_p)) return;
    constexpr double level = 0.05;
    parts.push_back(fmt::format("Mann-Whitney p = {:.2g}", rank_p));
    if (const double least = smallest_rank_p(fewest_values(cases_), fewest_values(others_)); least > level) {
      parts.back() += fmt::format(" (with so few seeds at least {:.2g})", least);
      return;
    }
    if (rank_p < level && p >= level)
      parts.push_back(
          "the ranks differ and the means do not: a few seeds far from the others widen the error of a mean");
    if (rank_p >= level && p < level)
      parts.push_back("the means differ and the ranks do not: few seeds, or a few far ones");
  }

  const Study& study_;
  const Evidence& evidence_;
  Verdict verdict_;
  std::vector<const CaseEvidence*> cases_, others_;
  std::vector<std::string> objections_;
  std::string decisive_;
};

Tree number(double value) { return std::isfinite(value) ? Tree(value) : Tree(); }

}  // namespace

Verdict judge(const Claim& claim, const Study& study, const Evidence& evidence) {
  return Judge(claim, study, evidence).decide();
}

Tree write_claims(const std::vector<Verdict>& verdicts) {
  Tree list = Tree::array();
  for (const auto& one : verdicts) {
    const auto& interval = one.measured.interval;
    list.push_back({{"sentence", one.claim.sentence},
                    {"paper", one.claim.paper},
                    {"ours", number(one.measured.value)},
                    {"low", interval ? number(interval->low) : Tree()},
                    {"high", interval ? number(interval->high) : Tree()},
                    {"seeds", one.seeds},
                    {"held", one.held ? Tree(*one.held) : Tree()},
                    {"figure", one.claim.figure.empty() ? Tree() : Tree(one.claim.figure)},
                    {"control", one.claim.control},
                    {"measure", one.claim.description()},
                    {"bound", one.claim.bound.text()},
                    {"note", one.note}});
  }
  return list;
}

}  // namespace sextant::lab
