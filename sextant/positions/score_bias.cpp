#include "sextant/positions/score_bias.h"

#include <cmath>

#include "sextant/math/rows.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

void add_row(const real* from, real* to, Index count) {
#pragma omp simd
  for (Index j = 0; j < count; ++j) to[j] += from[j];
}

}  // namespace

ScoreBias::ScoreBias(const EncodingContext& context, bool trained)
    : heads_(context.heads),
      length_(context.arrangement.length()),
      count_(context.arrangement.count()),
      causal_(context.causal),
      trained_(trained) {
  bias_.shape_zero(heads_ * length_, length_);
  if (trained) d_bias_.shape_zero(heads_ * length_, length_);
}

void ScoreBias::prepare() {
  if (!trained_) return;
  refill();
  fill_zero(d_bias_.view());
}

void ScoreBias::add_to_scores(View<real> scores, View<const real>, Index head, real,
                              RowPositions query_positions) const {
  assert(scores.columns <= length_ && scores.rows == static_cast<Index>(query_positions.size()));
  for (Index i = 0; i < scores.rows; ++i)
    add_row(bias_.view().row(head * length_ + query_positions[static_cast<std::size_t>(i)]), scores.row(i),
            scores.columns);
}

// scores[q] += b[i]  =>  d_b[i] += d_scores[q]; the queries are not touched
void ScoreBias::scores_backward(View<const real> d_scores, View<const real>, View<real>, Index head, real,
                                RowPositions query_positions) {
  if (!trained_) return;
  for (Index i = 0; i < d_scores.rows; ++i)
    add_row(d_scores.row(i), d_bias_.view().row(head * length_ + query_positions[static_cast<std::size_t>(i)]),
            d_scores.columns);
}

Geometry ScoreBias::geometry() const {
  Tensor filled;
  const View<real> bias = filled.shape_zero(heads_ * length_, length_);
  fill_bias(bias);
  const auto fall = [&](Index head, Index from, Index to) {
    const real* row = bias.row(row_of(head, from));
    return std::abs(static_cast<double>(row[column_of(from)]) - static_cast<double>(row[column_of(to)]));
  };
  Table distances(count_, count_);
  for (Index t = 0; t < count_; ++t)
    for (Index s = 0; s < t; ++s) {
      double square = 0;
      for (Index head = 0; head < heads_; ++head) {
        const double one = causal_ ? fall(head, t, s) : 0.5 * (fall(head, t, s) + fall(head, s, t));
        square += one * one;
      }
      distances(s, t) = distances(t, s) = std::sqrt(square);
    }
  return {
      Geometry::Kind::distances, std::move(distances),
      causal_ ? "|b(0) - b(k)| backwards, Euclidean over heads" : "|b(0) - b(k)| symmetrised, Euclidean over heads"};
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
