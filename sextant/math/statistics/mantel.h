// Do two sets of distances rise together? Spearman's correlation over pairs, and how often shuffled positions do as
// well (Mantel 1967): pairs share positions, so the usual p-value of a correlation does not hold.
#pragma once

#include <cstdint>

#include "sextant/core/table.h"

namespace sextant::math {

struct MantelResult {
  double correlation = 0;  // not a number where one side is constant
  double p = 1;            // one-sided: the share of shuffles, the given order counted in, that come as high
};

class MantelTest {
 public:
  /// `wanted` is (n, n) and symmetric.
  MantelTest(const Table& wanted, Index permutations, std::uint64_t seed);

  MantelResult measure(const Table& given) const;

 private:
  Table ranks_;  // (n, n), below the diagonal: centred and of length 1
  Index permutations_;
  std::uint64_t seed_;
};

}  // namespace sextant::math
