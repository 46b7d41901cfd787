// What can be said of a claim before all seeds of its study are there, at a level that holds however often one looks.
// A difference between cases, or of two metrics of each run, is decided by bets on the signs of the differences by seed
// (math/statistics/sign_betting.h): what does equally well differs symmetrically. Another mean is decided by bets
// against what the seeds still to come would have to bring (math/statistics/mean_betting.h), for which the metric must
// have a known range; the answer is then that of the whole study. A trend holds where every case is known to be on its
// side of the one before. Correlations, ranks within groups and bounds of a p-value need all seeds.
#pragma once

#include <optional>
#include <vector>

#include "sextant/lab/experiment/evidence.h"

namespace sextant::lab {

struct EarlyVerdict {
  bool held = false;
  Index seeds = 0;  // of the case that had the fewest
};

/// Whether such a claim can ever be decided early.
bool may_be_decided_early(const Claim& claim);

/// Nothing: not yet. `seeds`: all of the study, in its order.
std::optional<EarlyVerdict> decide_early(const Claim& claim, const Evidence& evidence, const std::vector<Tree>& seeds,
                                         double confidence);

/// What a metric of a run can be at the least and at the most; infinite where it is not known.
struct MetricRange {
  double least, greatest;
};
MetricRange range_of_metric(const Claim& claim);

}  // namespace sextant::lab
