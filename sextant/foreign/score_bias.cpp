// Biases of the scores that depend on positions alone.
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/foreign/attention.h"
#include "sextant/math/real.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

/// Press et al. 2022: 2^(-8/n), its square, ...; where n is no power of two, those of the next lower one and then every
/// second of the next higher one.
double alibi_slope(Index head, Index heads) {
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  if (head < power) return std::pow(2.0, -8.0 * static_cast<double>(head + 1) / static_cast<double>(power));
  return std::pow(2.0, -4.0 * static_cast<double>(2 * (head - power) + 1) / static_cast<double>(power));
}

/// The row of BEiT's table for query i and key j; token 0 is CLS.
Index grid_row(const NetworkShape& shape, Index i, Index j) {
  const Index rows = shape.grid_rows, columns = shape.grid_columns;
  const Index all = (2 * rows - 1) * (2 * columns - 1) + 3;
  if (i == 0 && j == 0) return all - 1;
  if (j == 0) return all - 2;
  if (i == 0) return all - 3;
  const Index down = (i - 1) / columns - (j - 1) / columns, right = (i - 1) % columns - (j - 1) % columns;
  return (down + rows - 1) * (2 * columns - 1) + right + columns - 1;
}

}  // namespace

Index log_bucket(Index distance, Index buckets, Index reach) {
  const Index middle = buckets / 2, size = std::abs(distance);
  if (size <= middle) return distance;
  // In float, as the original: a ceiling of 3.0000002 must be the same 4 on both sides.
  const float ratio = std::log(static_cast<float>(size) / static_cast<float>(middle)) /
                      std::log(static_cast<float>(static_cast<double>(reach - 1) / static_cast<double>(middle)));
  const auto bucket = static_cast<Index>(std::ceil(ratio * static_cast<float>(middle - 1))) + middle;
  return distance < 0 ? -bucket : bucket;
}

Index t5_bucket(Index distance, Index buckets, Index reach) {
  const Index half = buckets / 2, exact = half / 2, size = std::abs(distance);
  const Index side = distance > 0 ? half : 0;
  if (size < exact) return side + size;
  const float ratio = std::log(static_cast<float>(size) / static_cast<float>(exact)) /
                      static_cast<float>(std::log(static_cast<double>(reach) / static_cast<double>(exact)));
  const auto bucket = exact + static_cast<Index>(ratio * static_cast<float>(half - exact));
  return side + std::min(bucket, half - 1);
}

Tensor make_score_bias(const NetworkShape& shape, const Tensor& table, Index length) {
  Tensor bias(shape.heads * length, length);
  if (shape.score_bias == ScoreBias::beit_grid)
    require(table.rows() == (2 * shape.grid_rows - 1) * (2 * shape.grid_columns - 1) + 3,
            "the table of relative positions has {} rows, which a grid of {} x {} does not give", table.rows(),
            shape.grid_rows, shape.grid_columns);
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < length; ++i)
      for (Index j = 0; j < length; ++j) {
        real& value = bias.view()(head * length + i, j);
        if (shape.score_bias == ScoreBias::alibi)
          value = static_cast<real>(alibi_slope(head, shape.heads) * static_cast<double>(j - i));
        else if (shape.score_bias == ScoreBias::t5_buckets)
          value = table.view()(t5_bucket(j - i, shape.buckets, shape.bucket_reach), head);
        else
          value = table.view()(grid_row(shape, i, j), head);
      }
  return bias;
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
