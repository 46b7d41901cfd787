// The look ahead needs no refit: one more label moves the Gaussian over all cells by a known amount.
#include "sextant/lab/sweep/boundary_proposal.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/random.h"
#include "sextant/math/statistics/distributions.h"

namespace sextant::lab {
namespace {

/// The entropy, in bits, of a yes or no whose probability is Phi(z), from a table: it is asked for millions of times.
class EntropyTable {
 public:
  EntropyTable() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double p = normal_probability(-static_cast<double>(i) / per_unit);
      values_[i] = -(p * std::log2(p) + (1 - p) * std::log1p(-p) / std::log(2.0));
    }
  }
  double operator()(double z) const {
    const double place = std::min(std::abs(z), furthest - 1) * per_unit;
    const auto i = static_cast<std::size_t>(place);
    return values_[i] + (place - static_cast<double>(i)) * (values_[i + 1] - values_[i]);
  }

 private:
  static constexpr double furthest = 8;
  static constexpr double per_unit = 128;
  std::vector<double> values_ = std::vector<double>(static_cast<std::size_t>(furthest * per_unit));
};

const EntropyTable& entropy_table() {
  static const EntropyTable table;
  return table;
}

/// What one more label at a place with latent N(mean, variance) does to it (Rasmussen & Williams 2006, 3.58): f at a
/// place with covariance c moves by c * shift and loses c^2 * gain of its variance.
struct LabelEffect {
  double probability, shift, gain;
};

LabelEffect effect_of(double mean, double variance, double sign) {
  const double root = std::sqrt(1 + variance);
  const double z = sign * mean / root;
  const double slope = normal_slope(z);
  return {normal_probability(z), sign * slope / root, slope * (z + slope) / (1 + variance)};
}

double fraction(double value) { return value - std::floor(value); }

}  // namespace

std::vector<Index> spread_cells(const DiagramShape& shape, Index count, std::uint64_t seed) {
  std::vector<Index> cells;
  const auto add = [&](const std::vector<double>& at) {  // at: in the unit square
    std::vector<Index> place;
    for (std::size_t a = 0; a < at.size(); ++a)
      place.push_back(
          std::min(static_cast<Index>(at[a] * static_cast<double>(shape.axes[a].size())), shape.axes[a].size() - 1));
    const Index cell = shape.cell_at(place);
    if (static_cast<Index>(cells.size()) < count && !std::ranges::count(cells, cell)) cells.push_back(cell);
  };
  const std::size_t axes = shape.axes.size();
  for (std::size_t corner = 0; corner < (std::size_t{1} << axes); ++corner)
    add(axes == 1 ? std::vector{corner & 1 ? 1.0 : 0.0} : std::vector{corner & 1 ? 1.0 : 0.0, corner & 2 ? 1.0 : 0.0});
  add(std::vector<double>(axes, 0.5));
  // x_n = shift + n / g (mod 1), g the positive root of x^(axes + 1) = x + 1: the golden ratio and its sister.
  const double g = axes == 1 ? 1.6180339887498949 : 1.3247179572447460;
  const Random random(seed, Stream::order);
  const Index tries = 1000 * shape.cells();
  for (Index n = 1; n <= tries && static_cast<Index>(cells.size()) < std::min(count, shape.cells()); ++n) {
    std::vector<double> at;
    for (std::size_t a = 0; a < axes; ++a)
      at.push_back(fraction(random.uniform(a) + static_cast<double>(n) / std::pow(g, static_cast<double>(a + 1))));
    add(at);
  }
  return cells;
}

DoubtForecast::DoubtForecast(const DiagramShape& shape, std::span<const LabelModel> models) {
  const Table points = shape.points();
  for (const auto& model : models)
    for (const auto& [weight, classifier] : model.components())
      members_.push_back({weight, classifier.predict_jointly(points)});
}

double DoubtForecast::expected_doubt(Index cell) const {
  const auto& entropy = entropy_table();
  double doubt = 0;
  for (const auto& [weight, latent] : members_) {
    const auto at = static_cast<std::size_t>(cell);
    for (const double sign : {1.0, -1.0}) {
      const auto [probability, shift, gain] = effect_of(latent.mean[at], latent.covariance(cell, cell), sign);
      double sum = 0;
      for (Index other = 0; other < latent.covariance.rows; ++other) {
        const double c = latent.covariance(cell, other);
        const double variance = std::max(latent.covariance(other, other) - c * c * gain, 1e-12);
        sum += entropy((latent.mean[static_cast<std::size_t>(other)] + c * shift) / std::sqrt(variance));
      }
      doubt += weight * probability * sum;
    }
  }
  return doubt;
}

void DoubtForecast::anticipate(Index cell) {
  for (auto& [weight, latent] : members_) {
    const double mean = latent.mean[static_cast<std::size_t>(cell)];
    const double variance = latent.covariance(cell, cell);
    double gain = 0;
    for (const double sign : {1.0, -1.0}) {
      const LabelEffect effect = effect_of(mean, variance, sign);
      gain += effect.probability * effect.gain;
    }
    Table& v = latent.covariance;
    const std::vector<double> row(v.values.begin() + cell * v.columns, v.values.begin() + (cell + 1) * v.columns);
    for (Index i = 0; i < v.rows; ++i)
      for (Index j = 0; j < v.columns; ++j)
        v(i, j) -= gain * row[static_cast<std::size_t>(i)] * row[static_cast<std::size_t>(j)];
  }
}

}  // namespace sextant::lab
