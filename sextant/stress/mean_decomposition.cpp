#include "sextant/stress/mean_decomposition.h"

#include "sextant/core/error.h"
#include "sextant/stress/table_structure.h"

namespace sextant::stress {
namespace {

double sum_of_squares(const Table& table) {
  double sum = 0;
  for (const double value : table.values) sum += value * value;
  return sum;
}

}  // namespace

void MeanDecomposition::add(const Table& activations) {
  if (samples_ == 0) sums_ = Table(activations.rows, activations.columns);
  require(activations.rows == sums_.rows && activations.columns == sums_.columns,
          "mean decomposition: a sample of {} x {} after samples of {} x {}", activations.rows, activations.columns,
          sums_.rows, sums_.columns);
  ++samples_;
  squares_ += sum_of_squares(activations);
  for (Index j = 0; j < sums_.columns; ++j) {
    double mean = 0;
    for (Index t = 0; t < sums_.rows; ++t) {
      sums_(t, j) += activations(t, j);
      mean += activations(t, j) / static_cast<double>(sums_.rows);
    }
    context_squares_ += mean * mean;
  }
}

Table MeanDecomposition::positions() const {
  Table means = sums_;
  for (double& value : means.values) value /= static_cast<double>(samples_);
  return around_mean(means);
}

MeanDecomposition::Shares MeanDecomposition::shares() const {
  const auto length = static_cast<double>(sums_.rows), samples = static_cast<double>(samples_);
  double mean_square = 0;  // |mu|^2
  for (Index j = 0; j < sums_.columns; ++j) {
    double mean = 0;
    for (Index t = 0; t < sums_.rows; ++t) mean += sums_(t, j) / (samples * length);
    mean_square += mean * mean;
  }
  const double scatter = squares_ - samples * length * mean_square;
  if (scatter <= 0) return {};
  Shares shares;
  shares.position = samples * sum_of_squares(positions()) / scatter;
  shares.context = length * (context_squares_ - samples * mean_square) / scatter;
  shares.residual = 1 - shares.position - shares.context;
  shares.mean = mean_square * samples * length / squares_;
  return shares;
}

}  // namespace sextant::stress
