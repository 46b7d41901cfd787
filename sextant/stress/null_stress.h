// What stress is worth: the same distances against the target with its positions in random order. An encoding that says
// nothing of which position is which fits every order alike.
#pragma once

#include <cstdint>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::stress {

/// With fewer draws, or fewer positions (a line of four read backwards is the same line, so 2 of its 24 orders fit), no
/// p can be 0.05 or less, and nothing could be told from random orders.
inline constexpr Index fewest_orders = 19, fewest_ordered = 5;

/// Stress-1 = sqrt(1 - c^2) over random orders of the positions.
struct NullStress {
  double low = 0;     // the 5th percentile
  double median = 0;  // as much as knowing no order gives
  double p = 1;       // the share of orders, the given one counted in, that fit as well
};

class OrderNull {
 public:
  /// `wanted` is (n, n) and symmetric, and outlives this.
  OrderNull(const Table& wanted, Index permutations, std::uint64_t seed);
  OrderNull(Table&& wanted, Index permutations, std::uint64_t seed) = delete;

  NullStress measure(const Table& given) const;

 private:
  double kruskal(const Table& given, double squares, const std::vector<std::int32_t>& order) const;

  const Table& wanted_;
  double squares_ = 0;  // sum of D^2 over pairs
  Index permutations_;
  std::uint64_t seed_;
};

}  // namespace sextant::stress
