// What a measure would be if the nodes had nothing to do with it: the same measure with the nodes shuffled.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "sextant/core/index.h"

namespace sextant::math {

enum class Better { more, less };

struct PermutationResult {
  double value = 0;
  double shuffled = 0;  // mean over shuffles
  double p = 1;         // (1 + shuffles that come as far) / (1 + shuffles), one-sided
};

/// Measures once in the order as it is and once in each of `draws` random orders of 0..count-1. Not a number and p = 1
/// where the measure is not a number.
PermutationResult permutation_null(Index count, Index draws, std::uint64_t seed, Better better,
                                   const std::function<double(std::span<const std::int32_t> order)>& measure);

}  // namespace sextant::math
