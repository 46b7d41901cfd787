#include "sextant/math/graph/communities.h"

#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/graph/community_level.h"
#include "sextant/math/graph/modularity.h"

namespace sextant::math {
namespace {

constexpr int most_rounds = 20;  // few are needed; a limit keeps rounding from going in circles

/// From `start` upwards through the levels until no part is joined any more.
Partition climb(const Table& all_gains, const Partition& start, CommunityDraws& draws) {
  Partition node_of(start.size());  // each node's node at the current level
  std::iota(node_of.begin(), node_of.end(), Index{0});
  Table gains = all_gains;
  Partition modules = start;  // of the level's nodes
  while (true) {
    move_nodes(gains, modules, draws);
    const Partition parts = refine_modules(gains, modules, draws);
    const Index count = count_modules(parts);
    if (count_modules(modules) == gains.rows || count == gains.rows) break;
    Partition module_of_part(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < parts.size(); ++i) module_of_part[static_cast<std::size_t>(parts[i])] = modules[i];
    for (Index& node : node_of) node = parts[static_cast<std::size_t>(node)];
    gains = gather_gains(gains, parts);
    modules = std::move(module_of_part);
  }
  Partition result;
  for (const Index node : node_of) result.push_back(modules[static_cast<std::size_t>(node)]);
  return number_by_appearance(result);
}

}  // namespace

Partition find_communities(const Table& gains, const CommunityRequest& request) {
  require(gains.rows == gains.columns && gains.rows >= 1,
          "communities: expected a square matrix of gains, not ({}, {})", gains.rows, gains.columns);
  require(request.starts >= 1, "communities: expected at least one start");
  Partition alone(static_cast<std::size_t>(gains.rows)), best;
  std::iota(alone.begin(), alone.end(), Index{0});
  double best_quality = 0;
  for (std::uint32_t start = 0; start < request.starts; ++start) {
    CommunityDraws draws(request.seed, start);
    Partition found = alone;
    for (int round = 0; round < most_rounds; ++round) {
      Partition next = climb(gains, found, draws);
      if (next == found) break;
      found = std::move(next);
    }
    const double quality = sum_within(gains, found);
    if (best.empty() || quality > best_quality + 1e-12) {
      best = std::move(found);
      best_quality = quality;
    }
  }
  return best;
}

}  // namespace sextant::math
