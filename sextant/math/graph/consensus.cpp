#include "sextant/math/graph/consensus.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/math/graph/communities.h"
#include "sextant/math/graph/module_quality.h"

namespace sextant::math {
namespace {

constexpr Index most_consensus_rounds = 50;

/// Cuts weak joints; a node that would lose all keeps its strongest, as the authors do.
Table cut(const Table& together, double threshold) {
  const Index n = together.rows;
  Table kept(n, n);
  for (Index i = 0; i < n; ++i) {
    Index strongest = -1;
    bool joined = false;
    for (Index j = 0; j < n; ++j) {
      if (i == j) continue;
      if (strongest < 0 || together(i, j) > together(i, strongest)) strongest = j;
      if (together(i, j) < threshold || together(i, j) == 0) continue;
      kept(i, j) = kept(j, i) = together(i, j);
      joined = true;
    }
    if (!joined && strongest >= 0) kept(i, strongest) = kept(strongest, i) = together(i, strongest);
  }
  return kept;
}

std::vector<Partition> partition_again(const Table& joints, const ConsensusRequest& request, Index round) {
  const Table gains = modularity_gains(joints);
  std::vector<Partition> found;
  for (std::uint32_t repeat = 0; repeat < request.repeats; ++repeat) {
    const auto number = static_cast<std::uint64_t>(round) * request.repeats + repeat;
    found.push_back(find_communities(gains, {.seed = request.seed + (number << 20), .starts = 1}));
  }
  return found;
}

std::vector<double> sureness_of(const Table& together, const Partition& modules) {
  std::vector<double> result;
  for (Index i = 0; i < together.rows; ++i) {
    double inside = 0, largest = 0;
    Index others = 0;
    for (Index j = 0; j < together.rows; ++j) {
      if (i == j) continue;
      largest = std::max(largest, together(i, j));
      if (modules[static_cast<std::size_t>(i)] != modules[static_cast<std::size_t>(j)]) continue;
      inside += together(i, j);
      ++others;
    }
    result.push_back(others > 0 ? inside / static_cast<double>(others) : 1 - largest);
  }
  return result;
}

bool all_equal(const std::vector<Partition>& partitions) {
  return std::ranges::all_of(partitions, [&](const Partition& one) { return one == partitions.front(); });
}

}  // namespace

Table share_together(const std::vector<Partition>& partitions) {
  require(!partitions.empty(), "consensus: no partitions given");
  const std::size_t n = partitions.front().size();
  Table together(static_cast<Index>(n), static_cast<Index>(n));
  for (const auto& modules : partitions) {
    require(modules.size() == n, "consensus: partitions of {} and {} nodes", modules.size(), n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        together.values[i * n + j] += modules[i] == modules[j] ? 1.0 / static_cast<double>(partitions.size()) : 0;
  }
  return together;
}

Consensus find_consensus(const std::vector<Partition>& partitions, const ConsensusRequest& request) {
  Consensus result;
  result.together = share_together(partitions);
  std::vector<Partition> current;
  for (const auto& one : partitions) current.push_back(number_by_appearance(one));
  while (!all_equal(current) && result.rounds < most_consensus_rounds) {
    current = partition_again(cut(share_together(current), request.threshold), request, result.rounds);
    ++result.rounds;
  }
  result.modules = current.front();
  result.sureness = sureness_of(result.together, result.modules);
  return result;
}

}  // namespace sextant::math
