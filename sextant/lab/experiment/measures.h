// What a claim can measure, over the values of cases by seed. A small closed set; every interval is a bootstrap over
// seeds (95 %), so the spread between runs is in it and nothing else.
//   mean          of one case
//   least         the smallest of the means of several cases
//   greatest      the largest of them
//   best          each seed takes the case that is best with it; the mean of the values there
//   difference    mean of a case - mean of another; p: Welch's and Mann and Whitney's, or sign flips of paired seeds
//   above         the smallest difference to any of several cases
//   trend         Spearman's correlation of the means of cases with a setting
//   correlation   Spearman's correlation of two metrics, over the means of cases or over runs
//   average_correlation Spearman's of two metrics within each group of cases (a task), averaged over the groups
//   reciprocal_rank     1 / rank of a case among its rivals of the same group (a task), averaged over the groups
//   average_difference  mean of a case - mean of its rivals of the same group, averaged over the groups
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "sextant/core/tree.h"
#include "sextant/math/statistics/bootstrap.h"

namespace sextant::lab {

std::vector<std::string> measure_names();

/// A metric of the runs of one case.
using BySeed = std::map<Tree, double>;

struct Measured {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::optional<Interval> interval;
  double p = std::numeric_limits<double>::quiet_NaN();       // of the test, where the measure has one
  std::string test;                                          // "Welch"
  double rank_p = std::numeric_limits<double>::quiet_NaN();  // of Mann and Whitney's test, beside Welch's
  std::size_t decisive = 0;                                  // least, greatest, above: which case it is
};

Measured measure_mean(const BySeed& values);
/// `sign` 1: the smallest mean; -1: the largest.
Measured measure_extreme(const std::vector<BySeed>& cases, int sign);
/// The value of each seed in the case where its merit is largest; both of the same runs.
BySeed best_of_each_seed(const std::vector<BySeed>& values, const std::vector<BySeed>& merits);
Measured measure_difference(const BySeed& first, const BySeed& second, bool paired);
Measured measure_above(const BySeed& first, const std::vector<BySeed>& others, bool paired);
Measured measure_trend(const std::vector<BySeed>& cases, const std::vector<double>& settings);
/// Both metrics of the same runs.
Measured measure_correlation(const std::vector<BySeed>& x, const std::vector<BySeed>& y, bool by_runs);

/// Of the means of cases, group by group, averaged: x[g] and y[g] are the cases of a group.
Measured measure_average_correlation(const std::vector<std::vector<BySeed>>& x,
                                     const std::vector<std::vector<BySeed>>& y);

/// A case and those that it is held against in its group.
struct Contest {
  BySeed own;
  std::vector<BySeed> rivals;
};
/// More is better; of equal means each gets the mean of their ranks.
Measured measure_reciprocal_rank(const std::vector<Contest>& groups);
Measured measure_average_difference(const std::vector<Contest>& groups);

}  // namespace sextant::lab
