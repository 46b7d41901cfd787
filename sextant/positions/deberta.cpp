// Disentangled attention (DeBERTa; He et al., arXiv 2006.03654): content meets content, content meets position and
// position meets content,
//   scores = scale / sqrt(3) (q_i . k_j + q_i . K[d(i, j)] + k_j . Q[d(i, j)]), K = P W_K^T, Q = P W_Q^T,
// with one trained table P of 2 span rows and d(i, j) = i - j + span, kept within the table. The paper has Q[d(j, i)];
// the authors' code and transformers read both tables at the same offset, and so do we. From and to a CLS token content
// meets content only.
#include <algorithm>
#include <cmath>

#include "sextant/math/product.h"
#include "sextant/math/rows.h"
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct DebertaOptions final : Options {
  std::optional<Index> span;

  void visit(OptionVisitor& option) override {
    option("span", span, at_least(1),
           "offsets beyond it share one vector (max_relative_positions); auto (or 0): the tokens of a sample");
  }
};

class Deberta final : public Position {
 public:
  using OwnOptions = DebertaOptions;
  Deberta(const DebertaOptions& own, const EncodingContext& context, Parameters& parameters)
      : head_width_(context.head_width),
        count_(context.arrangement.count()),
        cls_(context.arrangement.length() - count_),
        span_(own.span.value_or(count_)),
        causal_(context.causal) {
    table_ = &parameters.add({.name = context.prefix + ".table",
                              .role = Role::position,
                              .kind = ParameterKind::embedding,
                              .rows = 2 * span_,
                              .columns = context.width,
                              .fan_in = context.width});
    const auto declare = [&](const char* name) {
      return &parameters.add({.name = context.prefix + name,
                              .role = Role::position,
                              .kind = ParameterKind::weight,
                              .rows = context.heads * head_width_,
                              .columns = context.width,
                              .fan_in = context.width,
                              .carries_sigma = false});
    };
    key_weight_ = declare(".key.weight");
    query_weight_ = declare(".query.weight");
    for (Tensor* tensor : {&keys_, &queries_, &d_keys_, &d_queries_})
      tensor->shape_zero(2 * span_, context.heads * head_width_);
    for (Tensor* tensor : {&met_, &met_back_}) tensor->reserve(context.arrangement.length(), 2 * span_);
  }

  void prepare() override {
    multiply_transposed(table_->value, key_weight_->value, keys_.view(), Write::replace);
    multiply_transposed(table_->value, query_weight_->value, queries_.view(), Write::replace);
    fill_zero(d_keys_.view());
    fill_zero(d_queries_.view());
  }
  // K = P W_K^T and Q = P W_Q^T  =>  dP += dK W_K + dQ W_Q, dW_K += dK^T P, dW_Q += dQ^T P
  void finish() override {
    multiply(d_keys_.view(), key_weight_->value, table_->gradient, Write::add);
    multiply(d_queries_.view(), query_weight_->value, table_->gradient, Write::add);
    transposed_multiply(d_keys_.view(), table_->value, key_weight_->gradient, Write::add);
    transposed_multiply(d_queries_.view(), table_->value, query_weight_->gradient, Write::add);
  }

  bool reads_content() const override { return true; }

  void transform_scores(View<real> scores, const Content& content) const override {
    const View<real> met = met_.shape(scores.rows, 2 * span_);               // q . K
    const View<real> met_back = met_back_.shape(scores.columns, 2 * span_);  // k . Q
    multiply_transposed(content.queries, of_head(keys_.view(), content.head), met, Write::replace, content.scale);
    multiply_transposed(content.keys, of_head(queries_.view(), content.head), met_back, Write::replace, content.scale);
    for (Index i = 0; i < scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      for (Index j = cls_; j < end_of(here, scores.columns); ++j)
        scores(i, j) += met(i, row_of(here - j)) + met_back(j, row_of(here - j));
      for (Index j = 0; j < scores.columns; ++j) scores(i, j) *= share;
    }
  }

  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    const View<real> d_met = met_.shape_zero(d_scores.rows, 2 * span_);
    const View<real> d_met_back = met_back_.shape_zero(d_scores.columns, 2 * span_);
    for (Index i = 0; i < d_scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      for (Index j = 0; j < d_scores.columns; ++j) d_scores(i, j) *= share;
      for (Index j = cls_; j < end_of(here, d_scores.columns); ++j) {
        d_met(i, row_of(here - j)) += d_scores(i, j);
        d_met_back(j, row_of(here - j)) += d_scores(i, j);
      }
    }
    multiply(d_met, of_head(keys_.view(), content.head), gradients.queries, Write::add, content.scale);
    transposed_multiply(d_met, content.queries, of_head(d_keys_.view(), content.head), Write::add, content.scale);
    multiply(d_met_back, of_head(queries_.view(), content.head), gradients.keys, Write::add, content.scale);
    transposed_multiply(d_met_back, content.keys, of_head(d_queries_.view(), content.head), Write::add, content.scale);
  }

  Geometry geometry() const override {
    const auto gap = [&](Index offset) {  // |P[0] - P[offset]|
      double square = 0;
      for (Index c = 0; c < table_->columns; ++c) {
        const double one = static_cast<double>(table_->value(row_of(0), c) - table_->value(row_of(offset), c));
        square += one * one;
      }
      return std::sqrt(square);
    };
    Table distances(count_, count_);
    for (Index t = 0; t < count_; ++t)
      for (Index s = 0; s < t; ++s) distances(s, t) = distances(t, s) = 0.5 * (gap(t - s) + gap(s - t));
    return {Geometry::Kind::distances, std::move(distances), "|P[0] - P[k]| symmetrised"};
  }

 private:
  static constexpr real share = static_cast<real>(0.57735026918962576451);  // 1 / sqrt(3), of three products

  Index row_of(Index offset) const { return std::clamp<Index>(offset + span_, 0, 2 * span_ - 1); }
  Index end_of(Index here, Index length) const { return here < cls_ ? 0 : causal_ ? here + 1 : length; }
  template <class T>
  View<T> of_head(View<T> x, Index head) const {
    return x.slice_columns(head * head_width_, head_width_);
  }

  Index head_width_;
  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  Index span_;
  bool causal_;
  Parameter* table_;         // (2 span, width): P
  Parameter* key_weight_;    // (heads*head_width, width): W_K
  Parameter* query_weight_;  // (heads*head_width, width): W_Q
  Tensor keys_;              // (2 span, heads*head_width): K
  Tensor queries_;           // the same: Q
  Tensor d_keys_;            // the same, gathered over a batch
  Tensor d_queries_;         // the same
  mutable Tensor met_;       // scratch (queries, 2 span)
  mutable Tensor met_back_;  // scratch (length, 2 span)
};

}  // namespace

SEXTANT_DEFINE_POSITION(deberta, Deberta)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
