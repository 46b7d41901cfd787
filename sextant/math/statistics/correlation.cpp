#include "sextant/math/statistics/correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/statistics/distributions.h"

namespace sextant::math {

// Sorted by value; each run of equal values gets one rank.

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double shared = static_cast<double>(first + 1 + end) / 2;  // the mean of first + 1 .. end
    for (std::size_t i = first; i < end; ++i) result[order[i]] = shared;
  }
  return result;
}

// Pearson's correlation of the ranks; p from t = r sqrt((n - 2) / ((1 - r) (1 + r))).

Correlation spearman(std::span<const double> x, std::span<const double> y) {
  require(x.size() == y.size(), "spearman: expected two samples of the same length, given {} and {} values", x.size(),
          y.size());
  const auto a = ranks(x), b = ranks(y);
  const double n = static_cast<double>(x.size()), middle = (n + 1) / 2;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    xx += (a[i] - middle) * (a[i] - middle);
    yy += (b[i] - middle) * (b[i] - middle);
    xy += (a[i] - middle) * (b[i] - middle);
  }
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (xx == 0 || yy == 0) return {undefined, undefined};
  const double r = std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
  if (x.size() < 3) return {r, undefined};
  return {r, student_two_sided(r * std::sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2)};
}

double distance_correlation(const Table& x, const Table& y) {
  require(x.rows == x.columns && x.rows == y.rows && y.rows == y.columns,
          "distance correlation: expected two square matrices of the same size, given ({}, {}) and ({}, {})", x.rows,
          x.columns, y.rows, y.columns);
  const Table a = centre_symmetric(x), b = centre_symmetric(y);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    aa += a.values[i] * a.values[i];
    bb += b.values[i] * b.values[i];
    ab += a.values[i] * b.values[i];
  }
  return std::sqrt(std::max(0.0, ab) / std::sqrt(aa * bb));
}

namespace {

constexpr std::uint64_t mantel_step = 5 << 20;  // of the stream `analysis`

/// Ranks of the pairs, centred and scaled to length 1, as a symmetric table; empty where all distances are equal.
Table unit_ranks(const Table& distances) {
  const Index n = distances.rows;
  std::vector<double> pairs;
  for (Index s = 0; s < n; ++s) pairs.insert(pairs.end(), distances.view().row(s), distances.view().row(s) + s);
  std::vector<double> order = ranks(pairs);
  const double mean = (static_cast<double>(order.size()) + 1) / 2;
  double squares = 0;
  for (double& rank : order) {
    rank -= mean;
    squares += rank * rank;
  }
  if (!(squares > 0)) return {};
  Table result(n, n);
  std::size_t at = 0;
  for (Index s = 0; s < n; ++s)
    for (Index t = 0; t < s; ++t) result(s, t) = result(t, s) = order[at++] / std::sqrt(squares);
  return result;
}

/// sum of a(s, t) b(order s, order t) over pairs.
double product(const Table& a, const Table& b, const std::vector<std::int32_t>& order) {
  double sum = 0;
  for (Index s = 0; s < a.rows; ++s) {
    const double* left = a.view().row(s);
    const double* right = b.view().row(order[static_cast<std::size_t>(s)]);
    double row = 0;
    for (Index t = 0; t < s; ++t) row += left[t] * right[order[static_cast<std::size_t>(t)]];
    sum += row;
  }
  return sum;
}

}  // namespace

MantelTest::MantelTest(const Table& wanted, Index permutations, std::uint64_t seed)
    : ranks_(unit_ranks(wanted)), permutations_(permutations), seed_(seed) {
  require(wanted.rows == wanted.columns && wanted.rows >= 2,
          "mantel test: expected a square distance matrix, given ({}, {})", wanted.rows, wanted.columns);
}

MantelResult MantelTest::measure(const Table& given) const {
  const Table other = unit_ranks(given);
  if (ranks_.rows == 0 || other.rows == 0) return {std::numeric_limits<double>::quiet_NaN(), 1};
  require(other.rows == ranks_.rows, "mantel test: {} positions given, expected {}", other.rows, ranks_.rows);
  std::vector<std::int32_t> order(static_cast<std::size_t>(other.rows));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  const double correlation = product(ranks_, other, order);
  Index as_high = 1;
  for (Index i = 0; i < permutations_; ++i) {
    look_for_stop();
    Random(seed_, Stream::analysis, mantel_step, static_cast<std::uint32_t>(i)).permutation(order);
    as_high += product(ranks_, other, order) >= correlation - 1e-12 ? 1 : 0;
  }
  return {correlation, static_cast<double>(as_high) / static_cast<double>(permutations_ + 1)};
}

}  // namespace sextant::math
