// Least squares with three columns, one after the other: what is left of a column after regressing it on the others
// carries its coefficient alone (Frisch & Waugh 1933).
#include "sextant/math/statistics/unit_root.h"

#include <cmath>
#include <numeric>
#include <vector>

namespace sextant::math {

namespace {

using Column = std::vector<double>;

double dot(const Column& one, const Column& other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

void subtract_mean(Column& column) {
  const double mean = std::reduce(column.begin(), column.end()) / static_cast<double>(column.size());
  for (double& value : column) value -= mean;
}

/// column - (its projection onto `direction`)
void project_out(Column& column, const Column& direction) {
  const double share = dot(column, direction) / dot(direction, direction);
  for (std::size_t i = 0; i < column.size(); ++i) column[i] -= share * direction[i];
}

}  // namespace

double dickey_fuller(std::span<const double> series) {
  if (series.size() < 12) return 0;
  const std::size_t rows = series.size() - 2;
  Column levels(rows), lags(rows), changes(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t t = i + 2;
    levels[i] = series[t - 1];
    lags[i] = series[t - 1] - series[t - 2];
    changes[i] = series[t] - series[t - 1];
  }
  const double size = dot(levels, levels) + dot(lags, lags);
  for (Column* column : {&levels, &lags, &changes}) subtract_mean(*column);
  constexpr double nothing = 1e-24;  // of a square: what is left is rounding
  if (!(dot(lags, lags) > nothing * size)) return 0;
  project_out(levels, lags);
  project_out(changes, lags);
  const double square = dot(levels, levels);
  if (!(square > nothing * size)) return 0;
  const double weight = dot(levels, changes) / square;
  project_out(changes, levels);
  const double error = std::sqrt(dot(changes, changes) / static_cast<double>(rows - 3) / square);
  return error > 0 ? weight / error : 0;
}

}  // namespace sextant::math
