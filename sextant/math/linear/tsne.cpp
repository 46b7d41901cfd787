#include "sextant/math/linear/tsne.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/principal_components.h"

namespace sextant::math {

// The two sides of t-SNE: Gaussian neighbourhoods of what is given, Student neighbourhoods of what is drawn.
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

// Gradient descent with momentum and gains on KL(P || Q); P is exaggerated at first so that clusters find their places
// while they can still pass each other. The divergence has many minima, so there are several starts and the lowest
// wins.
namespace {

// As in the paper. More of it, as is usual for thousands of points, pulls some dozen into one point for good.
constexpr double exaggeration = 4;
constexpr Index exaggerated_steps = 50;
constexpr double start_spread = 1e-2;
constexpr double least_rate = 10.0;

/// Start 0: the principal coordinates, with noise a hundred times smaller; the others: noise.
Table make_start(const Table& distances, std::uint64_t seed, std::uint32_t number) {
  Table points(distances.rows, 2);
  double spread = 0;
  if (number == 0) {
    points = principal_coordinates(distances, 2).points;
    for (Index i = 0; i < points.rows; ++i) spread += points(i, 0) * points(i, 0) / static_cast<double>(points.rows);
    spread = std::sqrt(spread);
  }
  const Random random(seed, Stream::analysis, 3, number);
  for (std::size_t k = 0; k < points.values.size(); ++k)
    points.values[k] =
        start_spread * ((spread > 0 ? points.values[k] / spread : 0) + (number == 0 ? 0.01 : 1) * random.normal(k));
  return points;
}

/// d KL / d y_i = 4 sum_j (factor p_ij - q_ij) w_ij (y_i - y_j), w_ij = 1 / (1 + |y_i - y_j|^2), q_ij = w_ij / sum w.
class Gradient {
 public:
  Gradient(const Table& probabilities, Table& closeness) : p_(probabilities), w_(closeness) {}

  void compute(const Table& y, double factor, Table& gradient) {
    double sum = 0;
    for (Index i = 0; i < y.rows; ++i)
      for (Index j = 0; j < i; ++j) {
        const double a = y(i, 0) - y(j, 0), b = y(i, 1) - y(j, 1);
        w_(i, j) = w_(j, i) = 1 / (1 + a * a + b * b);
        sum += 2 * w_(i, j);
      }
    for (Index i = 0; i < y.rows; ++i) {
      double a = 0, b = 0;
      for (Index j = 0; j < y.rows; ++j) {
        const double force = 4 * (factor * p_(i, j) - w_(i, j) / sum) * w_(i, j);  // w_ii = 0
        a += force * (y(i, 0) - y(j, 0));
        b += force * (y(i, 1) - y(j, 1));
      }
      gradient(i, 0) = a;
      gradient(i, 1) = b;
    }
  }

 private:
  const Table& p_;
  Table& w_;
};

void centre(Table& points) {
  for (Index axis = 0; axis < points.columns; ++axis) {
    double mean = 0;
    for (Index i = 0; i < points.rows; ++i) mean += points(i, axis) / static_cast<double>(points.rows);
    for (Index i = 0; i < points.rows; ++i) points(i, axis) -= mean;
  }
}

/// Moves points by their gradient; a coordinate that keeps its direction gains speed (Jacobs 1988).
struct Descent {
  double rate;
  Table velocity;
  std::vector<double> gains;

  Descent(Index n, double rate_in) : rate(rate_in), velocity(n, 2), gains(static_cast<std::size_t>(2 * n), 1.0) {}

  void move(Table& points, const Table& gradient, double momentum) {
    for (std::size_t k = 0; k < gains.size(); ++k) {
      const bool turned = (gradient.values[k] > 0) == (velocity.values[k] > 0);
      gains[k] = std::max(0.01, turned ? gains[k] * 0.8 : gains[k] + 0.2);
      velocity.values[k] = momentum * velocity.values[k] - rate * gains[k] * gradient.values[k];
      points.values[k] += velocity.values[k];
    }
  }
};

/// From one start to its minimum.
Table descend(const Table& probabilities, Table points, Index steps) {
  const Index n = points.rows;
  Table closeness(n, n), gradient(n, 2);
  Gradient slope(probabilities, closeness);
  Descent descent(n, std::max(static_cast<double>(n) / 48, least_rate));
  for (Index step = 0; step < steps; ++step) {
    look_for_stop();
    const bool early = step < exaggerated_steps;
    slope.compute(points, early ? exaggeration : 1, gradient);
    descent.move(points, gradient, step < 2 * exaggerated_steps ? 0.5 : 0.8);
  }
  centre(points);
  return points;
}

}  // namespace

Tsne tsne(const Table& distances, const TsneRequest& request) {
  const Index n = distances.rows;
  require(n >= 4 && distances.columns == n,
          "t-SNE: expected a square distance matrix of at least 4 points, given ({}, {})", n, distances.columns);
  Tsne result;
  result.perplexity = request.perplexity > 0 ? request.perplexity : choose_perplexity(n);
  const Table probabilities = neighbour_probabilities(distances, result.perplexity);
  for (std::uint32_t start = 0; start < request.starts; ++start) {
    Table points = descend(probabilities, make_start(distances, request.seed, start), request.steps);
    const double divergence = neighbour_divergence(probabilities, points);
    if (start > 0 && !(divergence < result.divergence)) continue;
    result.points = std::move(points);
    result.divergence = divergence;
  }
  return result;
}

}  // namespace sextant::math
