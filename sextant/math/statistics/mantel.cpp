#include "sextant/math/statistics/mantel.h"

#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/math/statistics/ranks.h"

namespace sextant::math {
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
    Random(seed_, Stream::analysis, mantel_step, static_cast<std::uint32_t>(i)).permutation(order);
    as_high += product(ranks_, other, order) >= correlation - 1e-12 ? 1 : 0;
  }
  return {correlation, static_cast<double>(as_high) / static_cast<double>(permutations_ + 1)};
}

}  // namespace sextant::math
