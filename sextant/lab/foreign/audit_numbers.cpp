#include <algorithm>
#include <cmath>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/lab/foreign/audit_model.h"

namespace sextant::lab {
namespace {

double row_cosine(const Table& table, Index i, Index j) {
  double dot = 0, first = 0, second = 0;
  for (Index k = 0; k < table.columns; ++k) {
    dot += table(i, k) * table(j, k);
    first += table(i, k) * table(i, k);
    second += table(j, k) * table(j, k);
  }
  return first > 0 && second > 0 ? dot / std::sqrt(first * second) : 0;
}

Table centred_rows(const Table& table) {
  Table result = table;
  for (Index j = 0; j < table.columns; ++j) {
    double mean = 0;
    for (Index i = 0; i < table.rows; ++i) mean += table(i, j);
    mean /= static_cast<double>(table.rows);
    for (Index i = 0; i < table.rows; ++i) result(i, j) -= mean;
  }
  return result;
}

/// Rows [first, end) around their own mean.
double mean_neighbour_cosine(const Table& table, Index first, Index end) {
  Table part(end - first, table.columns);
  std::copy_n(table.values.begin() + first * table.columns, part.values.size(), part.values.begin());
  part = centred_rows(part);
  double sum = 0;
  for (Index i = 0; i + 1 < part.rows; ++i) sum += row_cosine(part, i, i + 1);
  return sum / static_cast<double>(std::max<Index>(1, part.rows - 1));
}

constexpr Index looked_at = 512;  // rows: all pairs of them are compared

}  // namespace

TensorNumbers measure_numbers(const std::vector<double>& values) {
  TensorNumbers numbers{.count = static_cast<Index>(values.size())};
  numbers.constant = !values.empty();
  double sum = 0;
  Index finite = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      ++numbers.not_finite;
      continue;
    }
    ++finite;
    sum += value;
    numbers.zeros += value == 0 ? 1 : 0;
    numbers.tiny += value != 0 && std::abs(value) < 1e-20 ? 1 : 0;
    numbers.largest = std::max(numbers.largest, std::abs(value));
    if (value != values.front()) numbers.constant = false;
  }
  const auto count = static_cast<double>(std::max<Index>(1, finite));
  numbers.mean = sum / count;
  double second = 0, fourth = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const double square = (value - numbers.mean) * (value - numbers.mean);
    second += square / count;
    fourth += square * square / count;
  }
  numbers.deviation = std::sqrt(second);
  numbers.kurtosis = second > 0 ? fourth / (second * second) : 0;
  const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  numbers.digest = Digest().add(bytes).text();
  return numbers;
}

std::string find_shuffled_rows(const Table& positions, Index grid_columns) {
  if (positions.rows < 16) return "";
  Table table = centred_rows(positions);
  table.rows = std::min(table.rows, looked_at);
  Index near = 0, alike = 0;
  for (Index i = 0; i < table.rows; ++i) {
    Index nearest = i == 0 ? 1 : 0;
    double most = -2;
    for (Index j = 0; j < table.rows; ++j)
      if (const double cosine = j == i ? -2 : row_cosine(table, i, j); cosine > most) most = cosine, nearest = j;
    const Index distance = std::abs(nearest - i);
    alike += most > 0.7 ? 1 : 0;
    near += distance <= 2 || distance == grid_columns ? 1 : 0;
  }
  if (2 * alike < table.rows || 2 * near > table.rows) return "";
  return fmt::format(
      "rows are shuffled: {} of {} have a row that is much like them, but only {} of these stand next to it", alike,
      table.rows, near);
}

std::string find_untrained_rows(const Table& positions) {
  if (positions.rows < 32) return "";
  for (const Index share : {2, 4, 8}) {  // the last half, quarter, eighth
    const Index first = positions.rows - positions.rows / share;
    if (mean_neighbour_cosine(positions, 0, first) > 0.5 &&
        mean_neighbour_cosine(positions, first, positions.rows) < 0.1)
      return fmt::format("its last {} of {} rows were never trained: neighbours are alike before, and not there",
                         positions.rows / share, positions.rows);
  }
  return "";
}

}  // namespace sextant::lab
