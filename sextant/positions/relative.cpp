// Relative position embeddings of the keys (Shaw et al., arXiv 1803.02155; the form of Huang et al. 2018 without
// the values' part): scores[q, j] += scale q . E[j - i], offsets beyond `clip` share the outermost vector, all heads
// share E. A causal model has vectors for offsets <= 0 only. Nothing is added from or to a CLS token.
#include <algorithm>
#include <cmath>

#include "sextant/math/product.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct RelativeOptions final : Options {
  std::optional<Index> clip;

  void visit(OptionVisitor& option) override {
    option("clip", clip, at_least(1),
           "maximum relative distance: offsets beyond it share one vector; auto (or 0): no clipping");
  }
};

class Relative final : public Position {
 public:
  using OwnOptions = RelativeOptions;
  Relative(const RelativeOptions& own, const EncodingContext& context, Parameters& parameters)
      : length_(context.arrangement.length()), count_(context.arrangement.count()), causal_(context.causal) {
    clip_ = own.clip.value_or(count_ - 1);
    table_ = &parameters.add({.name = context.prefix + ".table",
                              .role = Role::position,
                              .kind = ParameterKind::embedding,
                              .rows = causal_ ? clip_ + 1 : 2 * clip_ + 1,
                              .columns = context.head_width,
                              .fan_in = context.head_width});
  }

  bool adds_to_scores() const override { return true; }
  bool needs_queries() const override { return true; }

  void add_to_scores(View<real> scores, View<const real> queries, Index, real scale,
                     RowPositions query_positions) const override {
    assert(scores.columns <= length_ && scores.rows == static_cast<Index>(query_positions.size()));
    const Index columns = scores.columns;
    for (Index first = 0; first < scores.rows; first += block) {
      const Index count = std::min(block, scores.rows - first);
      const Reach reach = reach_of(query_positions, first, count, columns);
      const View<real> met = met_.shape(count, reach.count);  // q . E
      multiply_transposed(queries.slice_rows(first, count), table_->value.slice_rows(reach.first, reach.count), met,
                          Write::replace, scale);
      for (Index i = 0; i < count; ++i) {
        const Span keys = span_of(query_positions[static_cast<std::size_t>(first + i)], columns);
        const real* from = met.row(i);
        real* to = scores.row(first + i);
        for (Index j = keys.first; j < keys.near; ++j) to[j] += from[0];
#pragma omp simd
        for (Index k = 0; k < keys.far - keys.near; ++k) to[keys.near + k] += from[keys.offset - reach.first + k];
        for (Index j = keys.far; j < keys.last; ++j) to[j] += from[met.columns - 1];
      }
    }
  }

  // scores = scale q E^T, shifted  =>  d_q += scale d_met E, dE += scale d_met^T q
  void scores_backward(View<const real> d_scores, View<const real> queries, View<real> d_queries, Index, real scale,
                       RowPositions query_positions) override {
    const Index columns = d_scores.columns;
    for (Index first = 0; first < d_scores.rows; first += block) {
      const Index count = std::min(block, d_scores.rows - first);
      const Reach reach = reach_of(query_positions, first, count, columns);
      const View<real> d_met = met_.shape_zero(count, reach.count);
      for (Index i = 0; i < count; ++i) {
        const Span keys = span_of(query_positions[static_cast<std::size_t>(first + i)], columns);
        const real* from = d_scores.row(first + i);
        real* to = d_met.row(i);
        for (Index j = keys.first; j < keys.near; ++j) to[0] += from[j];
#pragma omp simd
        for (Index k = 0; k < keys.far - keys.near; ++k) to[keys.offset - reach.first + k] += from[keys.near + k];
        for (Index j = keys.far; j < keys.last; ++j) to[d_met.columns - 1] += from[j];
      }
      multiply(d_met, table_->value.slice_rows(reach.first, reach.count), d_queries.slice_rows(first, count),
               Write::add, scale);
      transposed_multiply(d_met, queries.slice_rows(first, count),
                          table_->gradient.slice_rows(reach.first, reach.count), Write::add, scale);
    }
  }

  Geometry geometry() const override {
    const auto gap = [&](Index offset) {  // |E[0] - E[offset]|
      const real* here = table_->value.row(clip_);
      const real* there = table_->value.row(std::clamp(offset, -clip_, clip_) + clip_);
      double square = 0;
      for (Index j = 0; j < table_->columns; ++j) {
        const double difference = static_cast<double>(here[j]) - static_cast<double>(there[j]);
        square += difference * difference;
      }
      return std::sqrt(square);
    };
    Table distances(count_, count_);
    for (Index t = 0; t < count_; ++t)
      for (Index s = 0; s < t; ++s)
        distances(s, t) = distances(t, s) = causal_ ? gap(s - t) : 0.5 * (gap(s - t) + gap(t - s));
    return {Geometry::Kind::distances, std::move(distances),
            causal_ ? "|E[0] - E[k]| backwards" : "|E[0] - E[k]| symmetrised"};
  }

 private:
  /// So many queries at a time: neighbours meet nearly the same vectors, all queries of a long sample twice as many.
  static constexpr Index block = 64;

  /// The keys [first, last) that the query at a position meets: those in [near, far) have vectors of their own, from
  /// row `offset` of E on; earlier ones share the first vector and later ones the last.
  struct Span {
    Index first, near, far, last, offset;
  };
  Span span_of(Index position, Index columns) const {
    const Index cls = length_ - count_;
    if (position < cls) return {0, 0, 0, 0, 0};
    const Index last = causal_ ? std::min(position + 1, columns) : columns;
    const Index near = std::max(cls, position - clip_);
    const Index far = std::min(last, position + clip_ + 1);
    return {cls, near, far, last, near - position + clip_};
  }

  /// The rows of E that some queries meet. Shared vectors are the first or the last of them.
  struct Reach {
    Index first, count;
  };
  Reach reach_of(RowPositions positions, Index first, Index count, Index columns) const {
    Index low = table_->rows;
    Index high = 0;
    for (const std::int32_t position :
         positions.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count))) {
      const Span keys = span_of(position, columns);
      if (keys.last == 0) continue;  // CLS
      low = std::min(low, keys.offset);
      high = std::max(high, keys.offset + keys.far - keys.near);
    }
    return high > low ? Reach{low, high - low} : Reach{0, 1};
  }

  Index length_;
  Index count_;
  bool causal_;
  Index clip_ = 0;
  Parameter* table_;    // (2 clip + 1, head_width), causal (clip + 1, head_width); row clip is offset 0
  mutable Tensor met_;  // scratch (queries of a block, offsets)
};

}  // namespace

SEXTANT_DEFINE_POSITION(relative, Relative)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
