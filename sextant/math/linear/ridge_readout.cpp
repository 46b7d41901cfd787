#include "sextant/math/linear/ridge_readout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

constexpr double ridges[] = {1e-9, 1e-6, 1e-4, 1e-2, 1e-1, 1, 10, 1e3};  // of the mean eigenvalue
constexpr double least_variance = 1e-12;

}  // namespace

RidgeReadout::RidgeReadout(const Table& gram) : pairs_(solve_symmetric(gram)) {
  const double largest = pairs_.values.back();
  for (double& value : pairs_.values) {
    // Distances that no vectors have give negative ones; and what least_variance leaves of the direction of the centre
    // would count the constant twice beside a small ridge.
    if (!(value > least_variance * largest)) value = 0;
    mean_ += value / static_cast<double>(gram.rows);
  }
}

/// Sum of squares of what is left over where each point is left out. H = 1 1' / n + U s / (s + ridge) U'.
double RidgeReadout::errors(std::span<const double> centred, double ridge) const {
  const Index n = pairs_.vectors.rows;
  std::vector<double> fit(centred.size(), 0.0), leverage(centred.size(), 1 / static_cast<double>(n));
  for (Index k = 0; k < n; ++k) {
    const double value = pairs_.values[static_cast<std::size_t>(k)];
    if (!(value > 0)) continue;
    const double share = value / (value + ridge);
    double along = 0;
    for (Index i = 0; i < n; ++i) along += pairs_.vectors(i, k) * centred[static_cast<std::size_t>(i)];
    for (Index i = 0; i < n; ++i) {
      fit[static_cast<std::size_t>(i)] += share * along * pairs_.vectors(i, k);
      leverage[static_cast<std::size_t>(i)] += share * pairs_.vectors(i, k) * pairs_.vectors(i, k);
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < centred.size(); ++i) {
    const double left = (centred[i] - fit[i]) / (1 - leverage[i]);
    sum += left * left;
  }
  return sum;
}

double RidgeReadout::r_squared(std::span<const double> target) const {
  require(static_cast<Index>(target.size()) == pairs_.vectors.rows, "ridge readout: {} targets for {} vectors",
          target.size(), pairs_.vectors.rows);
  const auto n = static_cast<double>(target.size());
  double mean = 0, squares = 0;
  for (const double value : target) mean += value / n;
  std::vector<double> centred;
  for (const double value : target) {
    centred.push_back(value - mean);
    squares += (value - mean) * (value - mean);
  }
  const double of_mean = squares * n * n / ((n - 1) * (n - 1));  // y_i - mean of the others = n / (n - 1) (y_i - mean)
  if (!(of_mean > 0) || !(mean_ > 0)) return std::numeric_limits<double>::quiet_NaN();
  double best = -std::numeric_limits<double>::infinity();
  for (const double ridge : ridges) best = std::max(best, 1 - errors(centred, ridge * mean_) / of_mean);
  return best;
}

}  // namespace sextant::math
