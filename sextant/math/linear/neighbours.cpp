// The two sides of t-SNE: Gaussian neighbourhoods of what is given, Student neighbourhoods of what is drawn.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sextant/core/error.h"
#include "sextant/math/linear/tsne.h"

namespace sextant::math {
namespace {

/// p_j = exp(-precision d_j^2) / sum over all but `self`; returns the entropy in nats. `least` is the smallest square:
/// taken off everywhere it changes nothing but keeps the largest term at 1.
double fill_row(std::span<const double> squares, Index self, double least, double precision, std::span<double> p) {
  double sum = 0, mean = 0;
  for (std::size_t j = 0; j < squares.size(); ++j) {
    p[j] = static_cast<Index>(j) == self ? 0 : std::exp(-precision * (squares[j] - least));
    sum += p[j];
    mean += p[j] * (squares[j] - least);
  }
  for (double& one : p) one /= sum;
  return std::log(sum) + precision * mean / sum;
}

/// Bisection on the precision until the entropy is log(perplexity).
void calibrate_row(std::span<const double> squares, Index self, double perplexity, std::span<double> p) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double least = infinity, mean = 0;
  for (std::size_t j = 0; j < squares.size(); ++j) {
    if (static_cast<Index>(j) != self) least = std::min(least, squares[j]);
    mean += squares[j] / static_cast<double>(squares.size());
  }
  double low = 0, high = infinity, precision = mean > 0 ? 1 / mean : 1;
  for (int step = 0; step < 200; ++step) {
    const double excess = fill_row(squares, self, least, precision, p) - std::log(perplexity);
    if (std::abs(excess) < 1e-12) return;
    (excess > 0 ? low : high) = precision;
    precision = high == infinity ? 2 * precision : 0.5 * (low + high);
    if (!std::isfinite(precision)) return;  // so many points at one place that the neighbourhood cannot shrink
  }
}

}  // namespace

double choose_perplexity(Index points) { return std::min(30.0, std::max(1.0, static_cast<double>(points - 1) / 3)); }

Table neighbour_probabilities(const Table& distances, double perplexity) {
  const Index n = distances.rows;
  require(perplexity >= 1 && perplexity <= static_cast<double>(n - 1),
          "t-SNE: expected a perplexity of 1 to {} for {} points, not {}", n - 1, n, perplexity);
  Table conditional(n, n);
  std::vector<double> squares(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) squares[static_cast<std::size_t>(j)] = distances(i, j) * distances(i, j);
    calibrate_row(squares, i, perplexity, {conditional.view().row(i), static_cast<std::size_t>(n)});
  }
  Table joint(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) joint(i, j) = (conditional(i, j) + conditional(j, i)) / (2 * static_cast<double>(n));
  return joint;
}

double neighbour_divergence(const Table& probabilities, const Table& points) {
  const auto closeness = [&](Index i, Index j) {
    const double x = points(i, 0) - points(j, 0), y = points(i, 1) - points(j, 1);
    return 1 / (1 + x * x + y * y);
  };
  double sum = 0;
  for (Index i = 0; i < points.rows; ++i)
    for (Index j = 0; j < points.rows; ++j)
      if (i != j) sum += closeness(i, j);
  double divergence = 0;
  for (Index i = 0; i < points.rows; ++i)
    for (Index j = 0; j < points.rows; ++j)
      if (const double p = probabilities(i, j); i != j && p > 0) divergence += p * std::log(p * sum / closeness(i, j));
  return divergence;
}

}  // namespace sextant::math
