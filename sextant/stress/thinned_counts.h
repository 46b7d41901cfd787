// Counts made smaller or more equal, against the bias of plug-in distances: few tokens, or equally many everywhere.
#pragma once

#include "sextant/stress/position_counts.h"

namespace sextant::stress {

/// The `kept` tokens that occur most often (of equals the smaller id), all others as one, `other_token`.
PositionCounts keep_frequent(const PositionCounts& counts, Index kept);

/// Draws without replacement until every position has as many tokens as the one with the fewest. One part only.
PositionCounts rarefy(const PositionCounts& counts, std::uint64_t seed, Index draw);

}  // namespace sextant::stress
