#include "sextant/math/graph/communities.h"

#include <deque>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/graph/community_level.h"
#include "sextant/math/graph/module_quality.h"

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
      look_for_stop();
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

// The fast local move: a queue holds the nodes whose surroundings changed.
namespace {

constexpr std::uint64_t first_step = 6 << 20;  // of the stream `analysis`; two for each start
constexpr double least_gain = 1e-14;           // below it is rounding

struct Move {
  Index module = 0;
  double gain = 0;  // over staying
};

/// `sums` holds the gains of `node` with every module, itself left out; the last module is empty.
Move best_move(const std::vector<double>& sums, Index own) {
  Move best{own, 0};
  for (std::size_t m = 0; m < sums.size(); ++m) {
    const double gain = sums[m] - sums[static_cast<std::size_t>(own)];
    if (gain > best.gain + least_gain) best = {static_cast<Index>(m), gain};
  }
  return best;
}

}  // namespace

std::vector<std::int32_t> CommunityDraws::order(std::size_t count) {
  std::vector<std::int32_t> result(count);
  Random(seed_, Stream::analysis, first_step + 2 * start_, orders_++).permutation(result);
  return result;
}

double CommunityDraws::uniform() {
  return Random(seed_, Stream::analysis, first_step + 2 * start_ + 1).uniform(numbers_++);
}

bool move_nodes(const Table& gains, Partition& modules, CommunityDraws& draws) {
  const std::size_t n = modules.size();
  const auto order = draws.order(n);
  std::deque<std::size_t> queue(order.begin(), order.end());
  std::vector<bool> waits(n, true);
  std::vector<Index> sizes(n + 1, 0);  // modules never exceed nodes; one is always empty
  for (const Index module : modules) ++sizes[static_cast<std::size_t>(module)];
  bool moved = false;
  std::vector<double> sums;
  while (!queue.empty()) {
    const std::size_t node = queue.front();
    queue.pop_front();
    waits[node] = false;
    const double* row = gains.view().row(static_cast<Index>(node));
    std::size_t empty = 0;
    while (sizes[empty] > 0) ++empty;
    sums.assign(n + 1, -1e300);
    for (std::size_t m = 0; m <= n; ++m)
      if (sizes[m] > 0 || m == empty) sums[m] = 0;
    for (std::size_t other = 0; other < n; ++other)
      if (other != node) sums[static_cast<std::size_t>(modules[other])] += row[other];
    const Move best = best_move(sums, modules[node]);
    if (best.module == modules[node]) continue;
    --sizes[static_cast<std::size_t>(modules[node])];
    ++sizes[static_cast<std::size_t>(best.module)];
    modules[node] = best.module;
    moved = true;
    for (std::size_t other = 0; other < n; ++other)
      if (!waits[other] && other != node && modules[other] != best.module && row[other] > 0) {
        waits[other] = true;
        queue.push_back(other);
      }
  }
  modules = number_by_appearance(modules);
  return moved;
}

}  // namespace sextant::math
