// Relative terms of Transformer-XL (Dai et al., arXiv 1901.02860; XLNet): scores become
//   scale ((q_i + u_h) . k_j + (q_i + v_h) . r_h(i - j)), r(o) = W_R s(o), s(o) the sinusoid of the offset,
// u and v trained vectors per head. Sinusoids have no end, so any length can be encoded. Nothing is added from or to a
// CLS token.
#include <cmath>

#include "sextant/math/product.h"
#include "sextant/math/rows.h"
#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct TransformerXlOptions final : Options {
  double base = 10000;

  void visit(OptionVisitor& option) override {
    option("base", base, positive(), "base of the geometric progression of wavelengths, usually 10000");
  }
};

class TransformerXl final : public Position {
 public:
  using OwnOptions = TransformerXlOptions;
  TransformerXl(const TransformerXlOptions& own, const EncodingContext& context, Parameters& parameters)
      : heads_(context.heads),
        head_width_(context.head_width),
        count_(context.arrangement.count()),
        cls_(context.arrangement.length() - count_),
        causal_(context.causal) {
    const auto declare = [&](const char* name, ParameterKind kind, Index rows, Index columns) {
      return &parameters.add({.name = context.prefix + name,
                              .role = Role::position,
                              .kind = kind,
                              .rows = rows,
                              .columns = columns,
                              .fan_in = context.width});
    };
    projection_ = declare(".projection", ParameterKind::weight, heads_ * head_width_, context.width);
    u_ = declare(".u", ParameterKind::bias, heads_, head_width_);
    v_ = declare(".v", ParameterKind::bias, heads_, head_width_);
    const View<real> waves = waves_.shape(offsets(), context.width);
    for (Index row = 0; row < offsets(); ++row)
      fill_waves(waves.row(row), context.width, static_cast<double>(row - (causal_ ? 0 : count_ - 1)), own.base);
    for (Tensor* tensor : {&table_, &d_table_}) tensor->shape_zero(offsets(), heads_ * head_width_);
    const Index length = context.arrangement.length();
    met_.reserve(length, offsets());
    shifted_.reserve(length, head_width_);
    by_key_.shape_zero(1, length);
  }

  void prepare() override {
    multiply_transposed(waves_.view(), projection_->value, table_.view(), Write::replace);
    fill_zero(d_table_.view());
  }
  // r = s W_R^T  =>  dW_R += dr^T s
  void finish() override { transposed_multiply(d_table_.view(), waves_.view(), projection_->gradient, Write::add); }

  bool reads_content() const override { return true; }

  void transform_scores(View<real> scores, const Content& content) const override {
    const View<real> met = met_.shape(scores.rows, offsets());
    multiply_transposed(shifted_queries(content), of_head(table_.view(), content.head), met, Write::replace,
                        content.scale);
    real* by_key = by_key_.shape(1, scores.columns).data;
    for (Index j = 0; j < scores.columns; ++j)
      by_key[j] = content.scale * dot(u_->value.row(content.head), content.keys.row(j));
    for (Index i = 0; i < scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      for (Index j = cls_; j < end_of(here, scores.columns); ++j) scores(i, j) += by_key[j] + met(i, row_of(here - j));
    }
  }

  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    const View<real> d_met = met_.shape_zero(d_scores.rows, offsets());
    real* d_by_key = by_key_.shape_zero(1, d_scores.columns).data;
    for (Index i = 0; i < d_scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      for (Index j = cls_; j < end_of(here, d_scores.columns); ++j) {
        d_met(i, row_of(here - j)) += d_scores(i, j);
        d_by_key[j] += d_scores(i, j);
      }
    }
    // met = scale (q + v) r^T
    transposed_multiply(d_met, shifted_queries(content), of_head(d_table_.view(), content.head), Write::add,
                        content.scale);
    const View<real> d_shifted = shifted_.shape(d_scores.rows, head_width_);
    multiply(d_met, of_head(table_.view(), content.head), d_shifted, Write::replace, content.scale);
    add_to(d_shifted, gradients.queries);
    add_column_sums(d_shifted, v_->gradient.row(content.head));
    // by_key = scale u . k
    const real* u = u_->value.row(content.head);
    real* d_u = u_->gradient.row(content.head);
    for (Index j = cls_; j < d_scores.columns; ++j)
      for (Index c = 0; c < head_width_; ++c) {
        d_u[c] += content.scale * d_by_key[j] * content.keys(j, c);
        gradients.keys(j, c) += content.scale * d_by_key[j] * u[c];
      }
  }

  Geometry geometry() const override {
    Tensor table(offsets(), heads_ * head_width_);
    multiply_transposed(waves_.view(), projection_->value, table.view(), Write::replace);
    const auto gap = [&](Index offset) {
      double square = 0;
      for (Index c = 0; c < table.columns(); ++c) {
        const double one = static_cast<double>(table.view()(row_of(0), c) - table.view()(row_of(offset), c));
        square += one * one;
      }
      return std::sqrt(square);
    };
    Table distances(count_, count_);
    for (Index t = 0; t < count_; ++t)
      for (Index s = 0; s < t; ++s)
        distances(s, t) = distances(t, s) = causal_ ? gap(t - s) : 0.5 * (gap(t - s) + gap(s - t));
    return {Geometry::Kind::distances, std::move(distances),
            causal_ ? "|r(0) - r(k)| backwards" : "|r(0) - r(k)| symmetrised"};
  }

 private:
  Index offsets() const { return causal_ ? count_ : 2 * count_ - 1; }
  Index row_of(Index offset) const { return causal_ ? offset : offset + count_ - 1; }  // offset = query - key
  Index end_of(Index here, Index length) const { return causal_ ? here + 1 : length; }
  template <class T>
  View<T> of_head(View<T> x, Index head) const {
    return x.slice_columns(head * head_width_, head_width_);
  }
  real dot(const real* a, const real* b) const {
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index c = 0; c < head_width_; ++c) sum += a[c] * b[c];
    return sum;
  }
  View<const real> shifted_queries(const Content& content) const {  // q + v
    const View<real> shifted = shifted_.shape(content.queries.rows, head_width_);
    copy_to(content.queries, shifted);
    add_bias(shifted, v_->value.row(content.head));
    return shifted;
  }

  Index heads_;
  Index head_width_;
  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  bool causal_;
  Parameter* projection_;   // (heads*head_width, width): W_R
  Parameter* u_;            // (heads, head_width)
  Parameter* v_;            // (heads, head_width)
  Tensor waves_;            // (offsets, width)
  Tensor table_;            // (offsets, heads*head_width): r
  Tensor d_table_;          // the same, gathered over a batch
  mutable Tensor met_;      // scratch (queries, offsets)
  mutable Tensor shifted_;  // scratch (queries, head_width)
  mutable Tensor by_key_;   // scratch (1, length)
};

}  // namespace

SEXTANT_DEFINE_POSITION(transformer_xl, TransformerXl)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
