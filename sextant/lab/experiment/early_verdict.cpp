#include "sextant/lab/experiment/early_verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/math/statistics/mean_betting.h"
#include "sextant/math/statistics/sign_betting.h"

namespace sextant::lab {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::ranges::any_of(names, [&](const char* one) { return name == one; });
}

/// Between cases.
bool is_difference(const Claim& claim) { return is_one_of(claim.measure, {"difference", "above"}); }

/// Values by seed that are symmetric about the limit where there is nothing to it: differences between cases, or
/// between two metrics of the same run, of which no case was chosen.
bool is_symmetric(const Claim& claim) {
  return is_difference(claim) || (claim.measure == "mean" && claim.metric.find(" - ") != std::string::npos);
}

MetricRange range_of_name(const std::string& metric) {
  if (const auto minus = metric.find(" - "); minus != std::string::npos) {
    const auto a = range_of_name(metric.substr(0, minus)), b = range_of_name(metric.substr(minus + 3));
    return {a.least - b.greatest, a.greatest - b.least};
  }
  if (!metric.starts_with("final.")) return {-unlimited, unlimited};
  if (metric.find(".accuracy") != std::string::npos) return {0, 1};
  return {metric.ends_with(".loss") ? 0 : -unlimited, unlimited};
}

/// Values by seed of which the claim says that their centre is above 0.
struct CentreAboveZero {
  std::vector<double> values;
  double least = -unlimited, greatest = unlimited;
  bool symmetric = false;  // where the centre is 0: a difference of cases that do equally well

  double evidence_for(Index all) const {
    if (symmetric) return evidence_above_zero(values);
    return std::isfinite(least) ? evidence_of_mean_above(values, 0, least, all) : 1;
  }
  CentreAboveZero opposite() const {
    CentreAboveZero other{{}, -greatest, -least, symmetric};
    for (const double value : values) other.values.push_back(-value);
    return other;
  }
};

class EarlyJudge {
 public:
  EarlyJudge(const Claim& claim, const Evidence& evidence, const std::vector<Tree>& seeds, double confidence)
      : claim_(claim), seeds_(seeds), wanted_(1 / (1 - confidence)) {
    cases_ = evidence.choose(claim.cases);
    others_ = evidence.choose(claim.against);
  }

  std::optional<EarlyVerdict> decide() {
    if (!may_be_decided_early(claim_) || cases_.empty() || (is_difference(claim_) && others_.empty())) return {};
    const auto questions = ask();
    Index fewest = std::numeric_limits<Index>::max();
    for (const auto& one : questions) fewest = std::min(fewest, static_cast<Index>(one.values.size()));
    if (questions.empty() || fewest < std::max<Index>(1, claim_.least_seeds)) return {};
    const auto count = static_cast<double>(questions.size());
    // All must hold, each of which is asked at the full level; or one of several, of which any may be a false one.
    const bool all = all_must_hold();
    const double for_all = strongest(questions, all), against = strongest(opposite(questions), !all);
    if (for_all >= wanted_ * (all ? 1 : count)) return EarlyVerdict{true, fewest};
    if (claim_.measure == "trend") return {};  // cases out of order may still have a high rank correlation
    if (against >= wanted_ * (all ? count : 1)) return EarlyVerdict{false, fewest};
    return {};
  }

 private:
  bool upward() const {
    return claim_.bound.relation == Bound::Relation::at_least || claim_.bound.relation == Bound::Relation::above;
  }
  bool within() const { return claim_.bound.relation == Bound::Relation::within; }

  /// The smallest of several is above a limit where all are, and below it where one is.
  bool all_must_hold() const {
    if (within()) return true;
    if (claim_.measure == "trend") return true;
    return claim_.measure == "greatest" ? !upward() : upward() || !is_one_of(claim_.measure, {"least", "above"});
  }

  double strongest(const std::vector<CentreAboveZero>& questions, bool weakest) const {
    std::vector<double> evidence;
    for (const auto& one : questions) evidence.push_back(one.evidence_for(static_cast<Index>(seeds_.size())));
    return weakest ? std::ranges::min(evidence) : std::ranges::max(evidence);
  }

  static std::vector<CentreAboveZero> opposite(const std::vector<CentreAboveZero>& questions) {
    std::vector<CentreAboveZero> result;
    for (const auto& one : questions) result.push_back(one.opposite());
    return result;
  }

  std::vector<double> in_order(const BySeed& values) const {
    std::vector<double> result;
    for (const auto& seed : seeds_)
      if (const auto found = values.find(seed); found != values.end()) result.push_back(found->second);
    return result;
  }

  std::vector<double> differences(const CaseEvidence& a, const CaseEvidence& b) const {
    const BySeed first = a.values(claim_.metric), second = b.values(claim_.metric);
    BySeed both;
    for (const auto& [seed, value] : first)
      if (const auto found = second.find(seed); found != second.end()) both[seed] = value - found->second;
    return in_order(both);
  }

  /// Every seed that all cases have, in the case that is best with it.
  std::vector<double> chosen() const {
    const auto meets_needs = [&](const CaseEvidence& one, const Tree& seed) {
      return std::ranges::all_of(claim_.needs, [&](const Condition& need) {
        const BySeed values = one.values(need.column);
        const auto found = values.find(seed);
        return found != values.end() && parse_bound(need.relation + need.value.dump()).holds(found->second);
      });
    };
    std::vector<BySeed> values, merits;
    for (const auto* one : cases_) {
      BySeed own = one->values(claim_.metric);
      BySeed merit = one->values(claim_.chosen_by.empty() ? claim_.metric : claim_.chosen_by);
      std::erase_if(own,
                    [&](const auto& item) { return !meets_needs(*one, item.first) || !merit.contains(item.first); });
      std::erase_if(merit, [&](const auto& item) { return !own.contains(item.first); });
      values.push_back(std::move(own));
      merits.push_back(std::move(merit));
    }
    BySeed best = best_of_each_seed(values, merits);
    std::erase_if(best, [&](const auto& item) {
      return std::ranges::any_of(cases_, [&](const auto* one) {
        return std::ranges::find(one->runs, item.first, &EvidenceRun::seed) == one->runs.end();
      });
    });
    return in_order(best);
  }

  /// One for each series and side of the bound.
  void add(std::vector<double> values, std::vector<CentreAboveZero>& questions) const {
    const MetricRange range = is_symmetric(claim_) ? MetricRange{-unlimited, unlimited} : range_of_metric(claim_);
    const double limit = claim_.bound.limit;
    CentreAboveZero above{values, range.least - limit, range.greatest - limit, is_symmetric(claim_)};
    CentreAboveZero below{values, limit - range.greatest, limit - range.least, is_symmetric(claim_)};
    if (within()) {
      above.least = range.least + limit;
      above.greatest = range.greatest + limit;
    }
    for (double& value : above.values) value += within() ? limit : -limit;
    for (double& value : below.values) value = limit - value;
    if (upward() || within()) questions.push_back(std::move(above));
    if (!upward()) questions.push_back(std::move(below));
  }

  /// Whether each case is above, or below, the one before: if all are, the rank correlation is 1, or -1. Where it is
  /// not, two neighbours at least are out of order, and would have to be taken for ordered by chance.
  std::vector<CentreAboveZero> ask_neighbours() const {
    auto order = cases_;
    std::ranges::stable_sort(order, {},
                             [&](const CaseEvidence* one) { return one->one.setting(claim_.over).get<double>(); });
    if (!upward()) std::ranges::reverse(order);
    std::vector<CentreAboveZero> questions;
    for (std::size_t i = 1; i < order.size(); ++i)
      questions.push_back({.values = differences(*order[i], *order[i - 1]), .symmetric = true});
    return questions.size() < 2 ? std::vector<CentreAboveZero>() : questions;
  }

  std::vector<CentreAboveZero> ask() const {
    if (claim_.measure == "trend") return ask_neighbours();
    std::vector<CentreAboveZero> questions;
    if (claim_.measure == "best") {
      add(chosen(), questions);
    } else if (is_difference(claim_)) {
      for (const auto* other : others_) add(differences(*cases_.front(), *other), questions);
    } else {
      for (const auto* one : cases_) add(in_order(one->values(claim_.metric)), questions);
    }
    return questions;
  }

  const Claim& claim_;
  const std::vector<Tree>& seeds_;
  double wanted_;
  std::vector<const CaseEvidence*> cases_, others_;
};

}  // namespace

MetricRange range_of_metric(const Claim& claim) {
  if (claim.range.size() == 2) return {claim.range[0], claim.range[1]};
  return range_of_name(claim.metric);
}

bool may_be_decided_early(const Claim& claim) {
  if (claim.bound.of_p || claim.bound.relation == Bound::Relation::equal) return false;
  if (is_symmetric(claim)) return true;
  if (claim.measure == "trend") return claim.bound.relation != Bound::Relation::within;
  if (!is_one_of(claim.measure, {"mean", "least", "greatest", "best"})) return false;
  const MetricRange range = range_of_metric(claim);
  return std::isfinite(range.least) || std::isfinite(range.greatest);
}

std::optional<EarlyVerdict> decide_early(const Claim& claim, const Evidence& evidence, const std::vector<Tree>& seeds,
                                         double confidence) {
  return EarlyJudge(claim, evidence, seeds, confidence).decide();
}

}  // namespace sextant::lab
