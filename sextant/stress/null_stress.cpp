#include "sextant/stress/null_stress.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/core/stop_scope.h"

namespace sextant::stress {
namespace {

constexpr std::uint64_t order_step = 7 << 20;  // of the stream `analysis`

double squares_of(const Table& table) {
  double sum = 0;
  for (Index s = 0; s < table.rows; ++s)
    for (Index t = 0; t < s; ++t) sum += table(s, t) * table(s, t);
  return sum;
}

}  // namespace

OrderNull::OrderNull(const Table& wanted, Index permutations, std::uint64_t seed)
    : wanted_(wanted), squares_(squares_of(wanted)), permutations_(permutations), seed_(seed) {}

/// sqrt(1 - <D, E>^2 / (<D, D> <E, E>)), D in this order.
double OrderNull::kruskal(const Table& given, double squares, const std::vector<std::int32_t>& order) const {
  double product = 0;
  for (Index s = 0; s < given.rows; ++s) {
    const Index from = order[static_cast<std::size_t>(s)];
    double row = 0;
    for (Index t = 0; t < s; ++t) row += wanted_(from, order[static_cast<std::size_t>(t)]) * given(s, t);
    product += row;
  }
  return std::sqrt(std::max(0.0, 1 - product * product / (squares_ * squares)));
}

NullStress OrderNull::measure(const Table& given) const {
  require(given.rows == wanted_.rows, "stress of random orders: {} positions given, expected {}", given.rows,
          wanted_.rows);
  const double squares = squares_of(given);
  if (squares == 0 || squares_ == 0) return {1, 1, 1};
  std::vector<std::int32_t> order(static_cast<std::size_t>(given.rows));
  std::iota(order.begin(), order.end(), 0);
  const double observed = kruskal(given, squares, order);
  std::vector<double> drawn(static_cast<std::size_t>(permutations_));
  for (Index i = 0; i < permutations_; ++i) {
    look_for_stop();
    Random(seed_, Stream::analysis, order_step, static_cast<std::uint32_t>(i)).permutation(order);
    drawn[static_cast<std::size_t>(i)] = kruskal(given, squares, order);
  }
  std::ranges::sort(drawn);
  const auto as_low = std::ranges::upper_bound(drawn, observed + 1e-12) - drawn.begin();
  const auto percentile = [&](double share) {
    return drawn[static_cast<std::size_t>(share * static_cast<double>(drawn.size() - 1))];
  };
  return {percentile(0.05), percentile(0.5), static_cast<double>(as_low + 1) / static_cast<double>(permutations_ + 1)};
}

}  // namespace sextant::stress
