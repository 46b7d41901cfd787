#include "sextant/data/series/preparation.h"

#include <cmath>

#include "sextant/core/random.h"

namespace sextant::data {

ColumnScale measure_columns(const Table& series, Index first, Index count) {
  ColumnScale scale;
  const auto n = static_cast<double>(count);
  for (Index j = 0; j < series.columns; ++j) {
    double sum = 0, squares = 0;
    for (Index i = first; i < first + count; ++i) sum += series(i, j);
    for (Index i = first; i < first + count; ++i) squares += (series(i, j) - sum / n) * (series(i, j) - sum / n);
    scale.mean.push_back(sum / n);
    scale.deviation.push_back(squares > 0 ? std::sqrt(squares / n) : 1.0);
  }
  return scale;
}

void standardise(Table& series, const ColumnScale& scale) {
  for (Index i = 0; i < series.rows; ++i)
    for (Index j = 0; j < series.columns; ++j) {
      const auto column = static_cast<std::size_t>(j);
      series(i, j) = (series(i, j) - scale.mean[column]) / scale.deviation[column];
    }
}

void detrend(Table& series, Index first, Index count) {
  const auto n = static_cast<double>(count);
  const double middle = static_cast<double>(first) + (n - 1) / 2;
  const double squares = n * (n * n - 1) / 12;  // of the times around their middle
  for (Index j = 0; j < series.columns; ++j) {
    double sum = 0, product = 0;
    for (Index i = first; i < first + count; ++i) {
      sum += series(i, j);
      product += (static_cast<double>(i) - middle) * series(i, j);
    }
    for (Index i = 0; i < series.rows; ++i)
      series(i, j) -= sum / n + product / squares * (static_cast<double>(i) - middle);
  }
}

Table differences_of(const Table& series) {
  Table result(series.rows - 1, series.columns);
  for (Index i = 0; i < result.rows; ++i)
    for (Index j = 0; j < series.columns; ++j) result(i, j) = series(i + 1, j) - series(i, j);
  return result;
}

void shift_columns(Table& series, std::uint64_t seed, std::uint32_t part) {
  const Random random(seed, Stream::data, 0, part);
  std::vector<double> column(static_cast<std::size_t>(series.rows));
  for (Index j = 0; j < series.columns; ++j) {
    const auto offset =
        static_cast<Index>(random.below(static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(series.rows)));
    for (Index i = 0; i < series.rows; ++i) column[static_cast<std::size_t>((i + offset) % series.rows)] = series(i, j);
    for (Index i = 0; i < series.rows; ++i) series(i, j) = column[static_cast<std::size_t>(i)];
  }
}

void permute_columns(Table& table, std::span<const std::int32_t> order) {
  std::vector<double> row(static_cast<std::size_t>(table.columns));
  for (Index i = 0; i < table.rows; ++i) {
    double* values = table.values.data() + i * table.columns;
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = values[order[j]];
    std::copy(row.begin(), row.end(), values);
  }
}

}  // namespace sextant::data
