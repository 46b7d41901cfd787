// How much evidence the first values of a finite set, in random order, give that the mean of the whole set is above a
// limit, valid whenever one stops looking. Before each value a gambler bets on it against the mean that the values
// still to come have if the whole set's is the limit,
//   m_t = (N limit - sum of the values so far) / (N - t + 1),
// with a stake that is never lost entirely: values are not below `least`. Where the mean of the set is the limit or
// less the capital is a supermartingale, so that it ever reaches C with probability 1/C at most (Waudby-Smith & Ramdas,
// NeurIPS 2020, for sampling without replacement; JRSS B 86, 2024, for the bets). Nothing is assumed of the values but
// their range. Where those to come cannot change the answer the evidence is infinite.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "sextant/core/index.h"

namespace sextant::math {

/// The greatest capital so far; `all` is the size of the set.
inline double evidence_of_mean_above(std::span<const double> values, double limit, double least, Index all) {
  // Of the largest stake that cannot be lost entirely. Bold ones decide soon where values are far from the limit, timid
  // ones where they are scattered.
  constexpr std::array<double, 4> shares_of_stake{1.0, 0.75, 0.5, 0.25};
  constexpr double certain = std::numeric_limits<double>::infinity();
  const double tolerance = 1e-9 * std::max(1.0, std::abs(limit));  // sums are rounded: a mean at the limit is no proof
  std::array<double, shares_of_stake.size()> capitals;
  capitals.fill(1.0 / static_cast<double>(shares_of_stake.size()));
  double sum = 0, greatest = 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double to_come = static_cast<double>(all) - static_cast<double>(i);
    if (to_come < 1) break;
    const double expected = (static_cast<double>(all) * limit - sum) / to_come;
    if (expected < least - tolerance) return certain;
    const double gain = values[i] - expected;
    if (expected > least + tolerance)
      for (std::size_t k = 0; k < capitals.size(); ++k)
        capitals[k] *= 1 + shares_of_stake[k] * gain / (expected - least);
    else if (gain > tolerance)
      return certain;
    sum += values[i];
    greatest = std::max(greatest, std::accumulate(capitals.begin(), capitals.end(), 0.0));
  }
  const double to_come = static_cast<double>(all) - static_cast<double>(values.size());
  if (sum + to_come * least > static_cast<double>(all) * (limit + tolerance)) return certain;
  return greatest;
}

}  // namespace sextant::math
