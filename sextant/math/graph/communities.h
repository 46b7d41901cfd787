// Community detection by the Leiden algorithm (Traag, Waltman & van Eck 2019): nodes move to the module that gains
// most, modules are refined into parts that hang together, and parts become the nodes of the next level. It works on a
// table of gains (module_quality.h), so weighted, signed and coarse or fine modularity are the same code. ADR 0027 says
// why it is our own.
#pragma once

#include <cstdint>

#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

struct CommunityRequest {
  std::uint64_t seed = 0;
  std::uint32_t starts = 10;  // from different orders; the best is taken
};

/// The partition with the largest sum of gains (n, n) that was found, numbered by appearance. The same request, the
/// same partition.
Partition find_communities(const Table& gains, const CommunityRequest& request = {});

}  // namespace sextant::math
