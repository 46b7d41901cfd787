#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

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

/// Sums of powers around the mean, of parts that are joined (Pebay 2008, Sandia report SAND2008-6212).
struct Moments {
  double count = 0, mean = 0, second = 0, third = 0, fourth = 0;

  void add(const Moments& other) {
    if (other.count == 0) return;
    const double n = count + other.count, delta = other.mean - mean, share = delta / n;
    const double product = count * other.count;
    fourth += other.fourth +
              delta * share * share * share * product * (count * count - product + other.count * other.count) +
              6 * share * share * (count * count * other.second + other.count * other.count * second) +
              4 * share * (count * other.third - other.count * third);
    third += other.third + delta * share * share * product * (count - other.count) +
             3 * share * (count * other.second - other.count * second);
    second += other.second + delta * share * product;
    mean += share * other.count;
    count = n;
  }
};

Moments moments_of(std::span<const double> values) {
  Moments own;
  for (const double value : values)
    if (std::isfinite(value)) ++own.count, own.mean += value;
  if (own.count == 0) return own;
  own.mean /= own.count;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    const double difference = value - own.mean, square = difference * difference;
    own.second += square;
    own.third += square * difference;
    own.fourth += square * square;
  }
  return own;
}

/// Tells tensors with the same numbers; nobody makes two that only seem so.
std::uint64_t mix(std::uint64_t hash, double value) {
  hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

}  // namespace

TensorNumbers measure_numbers(const TensorFile& file, const TensorEntry& entry) {
  TensorNumbers numbers{.count = entry.count()};
  numbers.constant = numbers.count > 0;
  Moments moments;
  double first_value = 0;
  std::uint64_t hash = 0;
  bool first = true;
  file.each_part(entry.name, [&](std::span<const double> values) {
    if (std::exchange(first, false)) first_value = values.empty() ? 0 : values.front();
    for (const double value : values) {
      hash = mix(hash, value);
      if (!std::isfinite(value)) {
        ++numbers.not_finite;
        continue;
      }
      numbers.zeros += value == 0 ? 1 : 0;
      numbers.tiny += value != 0 && std::abs(value) < 1e-20 ? 1 : 0;
      numbers.largest = std::max(numbers.largest, std::abs(value));
      if (value != first_value) numbers.constant = false;
    }
    moments.add(moments_of(values));
  });
  const double count = std::max(1.0, moments.count);
  numbers.mean = moments.mean;
  numbers.deviation = std::sqrt(moments.second / count);
  numbers.kurtosis = moments.second > 0 ? moments.fourth * count / (moments.second * moments.second) : 0;
  numbers.digest = fmt::format("{:016x}, {} numbers", hash, numbers.count);
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
