// One level of the Leiden algorithm: moving nodes, refining modules, and making parts the nodes of the next level.
#pragma once

#include "sextant/core/random.h"
#include "sextant/core/table.h"
#include "sextant/math/graph/partition.h"

namespace sextant::math {

/// Random orders and numbers, one after the other.
class CommunityDraws {
 public:
  CommunityDraws(std::uint64_t seed, std::uint32_t start) : seed_(seed), start_(start) {}
  std::vector<std::int32_t> order(std::size_t count);
  double uniform();

 private:
  std::uint64_t seed_;
  std::uint32_t start_;
  std::uint32_t orders_ = 0;
  std::uint64_t numbers_ = 0;
};

/// Moves nodes one by one to the module, old or new, that gains most, until none moves. Returns whether any did.
bool move_nodes(const Table& gains, Partition& modules, CommunityDraws& draws);

/// Splits every module into parts that are well connected to the rest of it, starting from single nodes.
Partition refine_modules(const Table& gains, const Partition& modules, CommunityDraws& draws);

/// Gains between parts: sums over their nodes.
Table gather_gains(const Table& gains, const Partition& parts);

}  // namespace sextant::math
