#include "sextant/math/graph/k_means.h"

#include <algorithm>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant::math {
namespace {

constexpr std::uint64_t k_means_step = 7 << 20;  // of the stream `analysis`

double square_distance(const double* a, const double* b, Index width) {
  double sum = 0;
  for (Index k = 0; k < width; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

void copy_row(const Table& from, Index row, Table& to, Index to_row) {
  std::copy_n(from.view().row(row), from.columns, to.view().row(to_row));
}

/// Each further centre is a point drawn with probability ~ its squared distance to the nearest centre so far.
Table draw_centres(const Table& points, Index count, const Random& random) {
  Table centres(count, points.columns);
  std::vector<double> nearest(static_cast<std::size_t>(points.rows), std::numeric_limits<double>::infinity());
  auto chosen = static_cast<Index>(random.below(0, static_cast<std::uint64_t>(points.rows)));
  for (Index c = 0; c < count; ++c) {
    copy_row(points, chosen, centres, c);
    double total = 0;
    for (Index i = 0; i < points.rows; ++i) {
      double& one = nearest[static_cast<std::size_t>(i)];
      one = std::min(one, square_distance(points.view().row(i), centres.view().row(c), points.columns));
      total += one;
    }
    double left = random.uniform(static_cast<std::uint64_t>(c) + 1) * total;
    for (chosen = 0; chosen + 1 < points.rows; ++chosen)
      if ((left -= nearest[static_cast<std::size_t>(chosen)]) < 0) break;
  }
  return centres;
}

struct Clustering {
  Partition modules;
  double error = 0;  // summed squared distance to the centres
};

Clustering assign(const Table& points, const Table& centres) {
  Clustering result;
  for (Index i = 0; i < points.rows; ++i) {
    Index best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (Index c = 0; c < centres.rows; ++c) {
      const double distance = square_distance(points.view().row(i), centres.view().row(c), points.columns);
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    result.modules.push_back(best);
    result.error += least;
  }
  return result;
}

/// Means of the modules; one that lost all its points stays where it was.
void move_centres(const Table& points, const Partition& modules, Table& centres) {
  Table sums(centres.rows, centres.columns);
  std::vector<double> counts(static_cast<std::size_t>(centres.rows));
  for (Index i = 0; i < points.rows; ++i) {
    const Index module = modules[static_cast<std::size_t>(i)];
    for (Index k = 0; k < points.columns; ++k) sums(module, k) += points(i, k);
    counts[static_cast<std::size_t>(module)] += 1;
  }
  for (Index c = 0; c < centres.rows; ++c)
    for (Index k = 0; k < centres.columns && counts[static_cast<std::size_t>(c)] > 0; ++k)
      centres(c, k) = sums(c, k) / counts[static_cast<std::size_t>(c)];
}

}  // namespace

Partition k_means(const Table& points, const KMeansRequest& request) {
  require(request.modules >= 1 && request.modules <= points.rows,
          "k-means: {} clusters requested; expected 1 to {}, the number of points", request.modules, points.rows);
  Clustering best;
  for (std::uint32_t start = 0; start < request.starts; ++start) {
    Table centres = draw_centres(points, request.modules, Random(request.seed, Stream::analysis, k_means_step, start));
    Clustering found = assign(points, centres);
    for (Index step = 0; step < request.most_steps; ++step) {
      move_centres(points, found.modules, centres);
      Clustering next = assign(points, centres);
      const bool settled = next.modules == found.modules;
      found = std::move(next);
      if (settled) break;
    }
    if (best.modules.empty() || found.error < best.error) best = std::move(found);
  }
  return number_by_appearance(best.modules);
}

}  // namespace sextant::math
