#include "sextant/math/graph/silhouette.h"

#include <algorithm>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {

double silhouette(const Table& distances, const Partition& modules) {
  require(static_cast<Index>(modules.size()) == distances.rows, "silhouette: {} nodes have a module, {} have distances",
          modules.size(), distances.rows);
  const auto count = static_cast<std::size_t>(count_modules(modules));
  if (count < 2) return 0;
  std::vector<double> sizes(count), sums(count);
  for (const Index module : modules) sizes[static_cast<std::size_t>(module)] += 1;
  double total = 0;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const auto own = static_cast<std::size_t>(modules[i]);
    if (sizes[own] < 2) continue;
    std::ranges::fill(sums, 0);
    for (std::size_t j = 0; j < modules.size(); ++j)
      if (i != j) sums[static_cast<std::size_t>(modules[j])] += distances.values[i * modules.size() + j];
    const double inside = sums[own] / (sizes[own] - 1);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < count; ++m)
      if (m != own) nearest = std::min(nearest, sums[m] / sizes[m]);
    const double larger = std::max(inside, nearest);
    total += larger > 0 ? (nearest - inside) / larger : 0;
  }
  return total / static_cast<double>(modules.size());
}

}  // namespace sextant::math
