#include "sextant/data/residues/residue_family.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::data {
namespace {

// Parts of the stream `data`.
constexpr std::uint32_t fold_part = 0x70726f74, law_part = 0x70726f75, sequence_part = 0x70726f76;

/// Cells of the cube in the order of a path that goes back and forth.
std::vector<Index> snake(Index side) {
  std::vector<Index> path;
  for (Index z = 0; z < side; ++z)
    for (Index y = 0; y < side; ++y)
      for (Index x = 0; x < side; ++x) {
        const Index row = z % 2 == 0 ? y : side - 1 - y;
        path.push_back((z * side + row) * side + ((z * side + y) % 2 == 0 ? x : side - 1 - x));
      }
  return path;
}

std::vector<Index> neighbours(Index cell, Index side) {
  std::vector<Index> result;
  for (Index step = 1; step < side * side * side; step *= side) {
    const Index place = cell / step % side;
    if (place > 0) result.push_back(cell - step);
    if (place + 1 < side) result.push_back(cell + step);
  }
  return result;
}

/// Random paths through all cells: the end is joined to a neighbour, and the loop that this closes is opened there, so
/// that another cell is the end (backbite moves; Oberdorf et al., Physical Review E 74, 2006).
std::vector<Index> random_path(Index side, const Random& random) {
  std::vector<Index> path = snake(side);
  const auto moves = static_cast<std::uint64_t>(100 * std::ssize(path));
  for (std::uint64_t move = 0; move < moves; ++move) {
    if (random.uniform(2 * move) < 0.5) std::ranges::reverse(path);
    const auto near = neighbours(path.back(), side);
    const auto joined = std::ranges::find(path, near[random.below(2 * move + 1, near.size())]);
    std::reverse(joined + 1, path.end());
  }
  return path;
}

/// exp(J), and h: what two residues in contact, and one residue inside, are worth.
struct ResidueLaw {
  Table pair;  // (kinds, kinds), symmetric
  std::vector<double> inside;

  ResidueLaw(const ResiduePlan& plan, const Random& random) : pair(plan.kinds, plan.kinds) {
    std::uint64_t next = 0;
    for (Index a = 0; a < plan.kinds; ++a) {
      inside.push_back(plan.burial * random.normal(next++));
      for (Index b = 0; b <= a; ++b) pair(a, b) = pair(b, a) = std::exp(plan.coupling * random.normal(next++));
    }
  }
};

/// One sequence: each residue in turn is drawn anew, given the others.
void draw_sequence(const ResiduePlan& plan, const ResidueLaw& law, const std::vector<std::vector<Index>>& partners,
                   const Random& random, std::span<std::int32_t> sequence) {
  double mean = 0;
  for (const auto& of_one : partners) mean += static_cast<double>(of_one.size()) / static_cast<double>(partners.size());
  std::uint64_t next = 0;
  for (auto& residue : sequence)
    residue = static_cast<std::int32_t>(random.below(next++, static_cast<std::uint64_t>(plan.kinds)));
  Table inside(std::ssize(partners), plan.kinds);  // exp(h (n - mean n))
  for (Index i = 0; i < inside.rows; ++i)
    for (Index kind = 0; kind < plan.kinds; ++kind)
      inside(i, kind) = std::exp(law.inside[static_cast<std::size_t>(kind)] *
                                 (static_cast<double>(partners[static_cast<std::size_t>(i)].size()) - mean));
  std::vector<double> weight(static_cast<std::size_t>(plan.kinds));
  for (Index sweep = 0; sweep < plan.sweeps; ++sweep)
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      double total = 0;
      for (Index kind = 0; kind < plan.kinds; ++kind) {
        double one = inside(static_cast<Index>(i), kind);
        for (const Index other : partners[i]) one *= law.pair(kind, sequence[static_cast<std::size_t>(other)]);
        total += weight[static_cast<std::size_t>(kind)] = one;
      }
      double left = random.uniform(next++) * total;
      Index kind = 0;
      while (kind + 1 < plan.kinds && left >= weight[static_cast<std::size_t>(kind)])
        left -= weight[static_cast<std::size_t>(kind++)];
      sequence[i] = static_cast<std::int32_t>(kind);
    }
}

}  // namespace

ResidueFamily make_residue_family(const ResiduePlan& plan) {
  require(plan.side >= 2 && plan.side <= 6, "residues: a cube of side {}; expected 2 to 6", plan.side);
  const auto path = random_path(plan.side, Random(plan.seed, Stream::data, 0, fold_part));
  const Index sites = std::ssize(path);
  ResidueFamily family{Table(sites, 3), Table(sites, sites), {}};
  std::vector<std::vector<Index>> partners(path.size());
  for (Index i = 0; i < sites; ++i) {
    const Index cell = path[static_cast<std::size_t>(i)];
    family.fold(i, 0) = static_cast<double>(cell % plan.side);
    family.fold(i, 1) = static_cast<double>(cell / plan.side % plan.side);
    family.fold(i, 2) = static_cast<double>(cell / (plan.side * plan.side));
    for (const Index near : neighbours(cell, plan.side)) {
      const Index j = std::ranges::find(path, near) - path.begin();
      if (std::abs(i - j) == 1) continue;
      family.contacts(i, j) = 1;
      partners[static_cast<std::size_t>(i)].push_back(j);
    }
  }
  const ResidueLaw law(plan, Random(plan.seed, Stream::data, 0, law_part));
  family.sequences.resize(static_cast<std::size_t>(plan.sequences * sites));
  for (Index row = 0; row < plan.sequences; ++row) {
    look_for_stop();
    draw_sequence(plan, law, partners, Random(plan.seed, Stream::data, static_cast<std::uint64_t>(row), sequence_part),
                  std::span(family.sequences).subspan(static_cast<std::size_t>(row * sites), path.size()));
  }
  return family;
}

}  // namespace sextant::data
