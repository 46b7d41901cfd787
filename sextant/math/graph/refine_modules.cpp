// Refinement: inside a module S every node starts alone. A node that is alone joins a part T of S, drawn with
// probability ~ exp(gain / theta); only nodes and parts with sum G(T, S - T) >= 0 take part, so what comes out hangs
// together. theta is a hundredth of the largest gain: nearly greedy.
#include <algorithm>
#include <cmath>

#include "sextant/math/graph/community_level.h"

namespace sextant::math {
namespace {

constexpr double theta = 0.01;
constexpr double least_strength = 1e-14;

/// The parts of one module while they grow. Nodes and parts are numbered within the module.
class Parts {
 public:
  Parts(const Table& gains, const std::vector<std::size_t>& nodes)
      : gains_(gains), nodes_(nodes), part_(nodes.size()), size_(nodes.size(), 1), outward_(nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      part_[i] = i;
      for (std::size_t j = 0; j < nodes.size(); ++j) outward_[i] += i == j ? 0 : gain(i, j);
    }
  }

  void visit(std::size_t node, CommunityDraws& draws) {
    const std::size_t own = part_[node];
    if (size_[own] > 1 || outward_[own] < -least_strength) return;
    std::vector<double> joined(nodes_.size(), 0);
    for (std::size_t other = 0; other < nodes_.size(); ++other)
      if (other != node) joined[part_[other]] += gain(node, other);
    const std::size_t chosen = choose(joined, own, draws);
    if (chosen == own) return;
    // Between T + v and the rest of S: what both sent outwards, less what they sent to each other.
    outward_[chosen] += outward_[own] - 2 * joined[chosen];
    ++size_[chosen];
    size_[own] = 0;
    part_[node] = chosen;
  }

  std::size_t part(std::size_t node) const { return part_[node]; }

 private:
  double gain(std::size_t i, std::size_t j) const {
    return gains_(static_cast<Index>(nodes_[i]), static_cast<Index>(nodes_[j]));
  }

  /// The own part, or one that gains by it.
  std::size_t choose(const std::vector<double>& joined, std::size_t own, CommunityDraws& draws) const {
    std::vector<std::size_t> open;
    double largest = 0;
    for (std::size_t t = 0; t < joined.size(); ++t) {
      if (t == own || size_[t] == 0 || outward_[t] < -least_strength || joined[t] <= least_strength) continue;
      open.push_back(t);
      largest = std::max(largest, joined[t]);
    }
    if (open.empty()) return own;
    double total = 0;
    for (const std::size_t t : open) total += std::exp((joined[t] / largest - 1) / theta);
    double left = draws.uniform() * total;
    for (const std::size_t t : open) {
      left -= std::exp((joined[t] / largest - 1) / theta);
      if (left < 0) return t;
    }
    return open.back();
  }

  const Table& gains_;
  const std::vector<std::size_t>& nodes_;
  std::vector<std::size_t> part_;
  std::vector<std::size_t> size_;  // by part
  std::vector<double> outward_;    // by part: its gains with the rest of the module
};

}  // namespace

Partition refine_modules(const Table& gains, const Partition& modules, CommunityDraws& draws) {
  std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(count_modules(modules)));
  for (std::size_t i = 0; i < modules.size(); ++i) members[static_cast<std::size_t>(modules[i])].push_back(i);
  Partition refined(modules.size());
  for (const auto& nodes : members) {
    Parts parts(gains, nodes);
    for (const std::int32_t node : draws.order(nodes.size())) parts.visit(static_cast<std::size_t>(node), draws);
    for (std::size_t i = 0; i < nodes.size(); ++i) refined[nodes[i]] = static_cast<Index>(nodes[parts.part(i)]);
  }
  return number_by_appearance(refined);
}

Table gather_gains(const Table& gains, const Partition& parts) {
  const Index count = count_modules(parts);
  Table gathered(count, count);
  for (Index i = 0; i < gains.rows; ++i)
    for (Index j = 0; j < gains.rows; ++j)
      gathered(parts[static_cast<std::size_t>(i)], parts[static_cast<std::size_t>(j)]) += gains(i, j);
  return gathered;
}

}  // namespace sextant::math
