// Successive halving, and the scores it ranks by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

// What a tuning compares: a metric of runs that were not trained on it, more is better.

struct TuneMetric {
  std::string split = {};      // asked for; empty: the one that asks for generalisation
  std::string column = {};     // final.gen.accuracy; empty until the first run is there
  bool more_is_better = true;  // false: a loss

  /// Of a run that came to its end. The first one that is done decides what the metric is.
  double score(const std::string& run);
  /// A score as the metric itself, and back.
  double unscored(double score) const { return more_is_better ? score : -score; }

 private:
  void choose(const Tree& row);
};

// Successive halving over seeds (after Jamieson & Talwalkar, AISTATS 2016): every value is tried with few seeds, the
// better half with twice as many, and so on until two are left. Seeds are the budget here, not steps: what is sought is
// a value that generalises for any seed, and a run that was stopped early says little of that.

struct HalvingRequest {
  Index values = 0;       // to choose among
  Index first_seeds = 2;  // of each value in the first round
  Index most_seeds = 8;
};

struct HalvingRound {
  Index values = 0;
  Index seeds = 0;  // of each, those of earlier rounds among them
};

/// The last round has two values, or one where there was but one.
std::vector<HalvingRound> plan_halving(const HalvingRequest& request);

/// A value with its scores: more is better.
struct HalvingCandidate {
  Tree value;
  std::vector<double> scores;  // by seed, the same seeds for all of a round

  double mean() const;
};

/// The `keep` best by their means, in the order given; of equals the first.
std::vector<HalvingCandidate> keep_best(const std::vector<HalvingCandidate>& candidates, Index keep);

/// How sure it is that the best one is: the share of resamples of the seeds, the same for all candidates, in which each
/// has the highest mean. Nothing with fewer than two seeds.
std::optional<std::vector<double>> share_of_wins(const std::vector<HalvingCandidate>& candidates);

}  // namespace sextant::lab
