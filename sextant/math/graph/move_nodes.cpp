// The fast local move: a queue holds the nodes whose surroundings changed.
#include <deque>

#include "sextant/math/graph/community_level.h"

namespace sextant::math {
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
