// Contextual positions (CoPE; Golovneva et al., arXiv 2405.18719): a query counts what it finds relevant,
//   p_ij = sum over t in j..i of sigmoid(s_it), s the scores, at most positions - 1,
// and scores gain q_i . E[p_ij], interpolated between the vectors of the two whole numbers next to p_ij. As in the
// authors' code gates see the scaled scores, q . E is not scaled and all heads share E. Where no mask says who asks,
// the tokens between i and j are counted in either direction. Nothing is added from or to a CLS token, which is not
// counted.
#include <algorithm>
#include <cmath>

#include "sextant/math/gates.h"
#include "sextant/math/product.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct CopeOptions final : Options {
  Index positions = 64;

  void visit(OptionVisitor& option) override {
    option("positions", positions, at_least(2), "vectors in the table (npos_max): counts beyond the last share it");
  }
};

class Cope final : public Position {
 public:
  using OwnOptions = CopeOptions;
  Cope(const CopeOptions& own, const EncodingContext& context, Parameters& parameters)
      : count_(context.arrangement.count()), cls_(context.arrangement.length() - count_), causal_(context.causal) {
    table_ = &parameters.add({.name = context.prefix + ".table",
                              .role = Role::position,
                              .kind = ParameterKind::embedding,
                              .rows = own.positions,
                              .columns = context.head_width,
                              .fan_in = context.head_width});
    const Index length = context.arrangement.length();
    for (Tensor* tensor : {&gate_, &counted_, &d_counted_}) tensor->shape_zero(1, length);
    for (Tensor* tensor : {&met_, &d_met_}) tensor->reserve(length, own.positions);
    again_.reserve(length, length);
  }

  bool numbers_tokens() const override { return false; }
  bool reads_content() const override { return true; }

  void transform_scores(View<real> scores, const Content& content) const override {
    const View<real> met = met_.shape(scores.rows, table_->rows);  // q . E
    multiply_transposed(content.queries, table_->value, met, Write::replace);
    for (Index i = 0; i < scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      count(scores.row(i), here, scores.columns);
      const real* own = met.row(i);
      real* to = scores.row(i);
      const Index end = end_of(here, scores.columns);
      for (Index j = cls_; j < end; ++j) {
        const Between place = between(counted_.data()[j]);
        to[j] += (1 - place.share) * own[place.low] + place.share * own[place.low + 1];
      }
    }
  }

  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    const View<real> scores = again_.shape(d_scores.rows, d_scores.columns);
    multiply_transposed(content.queries, content.keys, scores, Write::replace, content.scale);
    const View<real> met = met_.shape(scores.rows, table_->rows);
    multiply_transposed(content.queries, table_->value, met, Write::replace);
    const View<real> d_met = d_met_.shape_zero(scores.rows, table_->rows);
    for (Index i = 0; i < scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      count(scores.row(i), here, scores.columns);
      real* d_counted = d_counted_.shape_zero(1, scores.columns).data;
      const real* own = met.row(i);
      real* d_own = d_met.row(i);
      const Index end = end_of(here, scores.columns);
      for (Index j = cls_; j < end; ++j) {
        const Between place = between(counted_.data()[j]);
        const real d = d_scores(i, j);
        d_own[place.low] += (1 - place.share) * d;
        d_own[place.low + 1] += place.share * d;
        d_counted[j] = counted_.data()[j] < last() ? (own[place.low + 1] - own[place.low]) * d : 0;
      }
      add_gate_gradients(d_scores.row(i), here, scores.columns);
    }
    multiply(d_met, table_->value, gradients.queries, Write::add);
    transposed_multiply(d_met, content.queries, table_->gradient, Write::add);
  }

  Geometry geometry() const override {
    const auto gap = [&](Index offset) {
      const Between near = between(real(0.5));
      const Between far = between(static_cast<real>(offset + 1) / 2);
      double square = 0;
      for (Index k = 0; k < table_->columns; ++k) {
        const double difference = static_cast<double>(value_at(near, k) - value_at(far, k));
        square += difference * difference;
      }
      return std::sqrt(square);
    };
    Table distances(count_, count_);
    for (Index t = 0; t < count_; ++t)
      for (Index s = 0; s < t; ++s) distances(s, t) = distances(t, s) = gap(t - s);
    return {Geometry::Kind::distances, std::move(distances), "|E[1/2] - E[(k + 1)/2]|: every gate half open"};
  }

 private:
  /// A neighbour in the table and the share of the next one; at the last one all of it.
  struct Between {
    std::int32_t low;
    real share;
  };
  real last() const { return static_cast<real>(table_->rows - 1); }
  Between between(real counted) const {
    const real within = counted < last() ? counted : last();  // also where a run that diverges has no numbers
    const auto low = std::min(static_cast<std::int32_t>(within), static_cast<std::int32_t>(table_->rows - 2));
    return {low, within - static_cast<real>(low)};
  }
  real value_at(const Between& place, Index k) const {
    return (1 - place.share) * table_->value(place.low, k) + place.share * table_->value(place.low + 1, k);
  }
  Index end_of(Index here, Index length) const { return causal_ ? here + 1 : length; }

  /// gate_[t] = sigmoid(s_t), counted_[j] = the gates from j to here.
  void count(const real* scores, Index here, Index length) const {
    real* gate = gate_.shape(1, length).data;
    real* counted = counted_.shape(1, length).data;
    const Index end = end_of(here, length);
    std::copy(scores + cls_, scores + end, gate + cls_);
    sigmoid(end - cls_, gate + cls_);
    counted[here] = gate[here];
    for (Index j = here - 1; j >= cls_; --j) counted[j] = counted[j + 1] + gate[j];
    for (Index j = here + 1; j < end; ++j) counted[j] = counted[j - 1] + gate[j];
  }

  // counted_j = sum of gates from j to here  =>  d_gate_t = sum of d_counted beyond t; gate = sigmoid(s)
  void add_gate_gradients(real* d_scores, Index here, Index length) const {
    const real* gate = gate_.data();
    const real* d_counted = d_counted_.data();
    real before = 0;
    for (Index t = cls_; t < here; ++t) {
      before += d_counted[t];
      d_scores[t] += before * gate[t] * (1 - gate[t]);
    }
    real behind = 0;
    for (Index t = end_of(here, length) - 1; t > here; --t) {
      behind += d_counted[t];
      d_scores[t] += behind * gate[t] * (1 - gate[t]);
    }
    d_scores[here] += (before + behind + d_counted[here]) * gate[here] * (1 - gate[here]);
  }

  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  bool causal_;
  Parameter* table_;        // (positions, head_width)
  mutable Tensor gate_;     // scratch (1, length)
  mutable Tensor counted_;  // scratch (1, length)
  mutable Tensor met_;      // scratch (queries, positions)
  Tensor d_counted_;        // scratch (1, length)
  Tensor d_met_;            // scratch (queries, positions)
  Tensor again_;            // scratch (queries, length): the scores, computed again
};

}  // namespace

SEXTANT_DEFINE_POSITION(cope, Cope)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
