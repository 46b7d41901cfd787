// Positions from content: attention that forgets (Forgetting Transformer, FoX; Lin et al., arXiv 2503.02130). Token l
// has a gate f_l = sigmoid(w_h . x_l + c_h) and scores gain the log of the gates passed on the way,
//   b_h(i, j) = sum over l in j+1..i of log f_l,
// the data-dependent form of ALiBi and the bridge to gated recurrent models. Where no mask says who asks, the way is
// that between the two tokens in either direction. Nothing is added from or to a CLS token.
#include <cmath>

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

class Forget final : public Position {
 public:
  using OwnOptions = NoOptions;
  Forget(const NoOptions&, const EncodingContext& context, Parameters& parameters)
      : heads_(context.heads),
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
    weight_ = declare(".gate.weight", ParameterKind::weight, context.heads, context.width);
    bias_ = declare(".gate.bias", ParameterKind::bias, 1, context.heads);
    for (Tensor* tensor : {&passed_, &open_, &d_passed_}) tensor->shape_zero(1, context.arrangement.length());
  }

  bool numbers_tokens() const override { return false; }
  bool reads_content() const override { return true; }
  bool needs_inputs() const override { return true; }

  void transform_scores(View<real> scores, const Content& content) const override {
    fill_gates(content);
    const real* passed = passed_.data();
    for (Index i = 0; i < scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      real* to = scores.row(i);
      for (Index j = cls_; j <= here; ++j) to[j] += passed[here] - passed[j];
      for (Index j = here + 1; j < scores.columns && !causal_; ++j) to[j] += passed[j] - passed[here];
    }
  }

  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    fill_gates(content);
    real* d_passed = d_passed_.shape_zero(1, d_scores.columns).data;
    for (Index i = 0; i < d_scores.rows; ++i) {
      const Index here = content.query_positions[static_cast<std::size_t>(i)];
      if (here < cls_) continue;
      const real* d = d_scores.row(i);
      real sum = 0;
      for (Index j = cls_; j < here; ++j) {
        sum += d[j];
        d_passed[j] -= d[j];
      }
      for (Index j = here + 1; j < d_scores.columns && !causal_; ++j) {
        sum -= d[j];
        d_passed[j] += d[j];
      }
      d_passed[here] += sum;
    }
    // passed_t = sum over l <= t of log f_l  =>  d log f_l = sum over t >= l of d_passed_t
    const View<const real> x = content.inputs;
    const real* weight = weight_->value.row(content.head);
    real* d_weight = weight_->gradient.row(content.head);
    real d_log = 0;
    for (Index token = x.rows - 1; token >= cls_; --token) {
      d_log += d_passed[token];
      const real d_sum = d_log * (1 - open_.data()[token]);  // d log sigmoid(z) = 1 - sigmoid(z)
      bias_->gradient(0, content.head) += d_sum;
      real* dx = gradients.inputs.row(token);
#pragma omp simd
      for (Index k = 0; k < x.columns; ++k) {
        d_weight[k] += d_sum * x(token, k);
        dx[k] += d_sum * weight[k];
      }
    }
  }

  Geometry geometry() const override {
    Table line(count_, heads_);
    for (Index t = 0; t < count_; ++t)
      for (Index head = 0; head < heads_; ++head)
        line(t, head) = -static_cast<double>(t) * std::log1p(std::exp(-static_cast<double>(bias_->value(0, head))));
    return {Geometry::Kind::vectors, std::move(line), "line t (log f_1 .. log f_H) at inputs of 0"};
  }

 private:
  /// Of the sample: open_[l] = f_l, passed_[t] = sum over l <= t of log f_l.
  void fill_gates(const Content& content) const {
    const View<const real> x = content.inputs;
    const real* weight = weight_->value.row(content.head);
    real* passed = passed_.shape(1, x.rows).data;
    real* open = open_.shape(1, x.rows).data;
    real sum = 0;
    for (Index token = cls_; token < x.rows; ++token) {
      const real* row = x.row(token);
      real z = bias_->value(0, content.head);
#pragma omp simd reduction(+ : z)
      for (Index k = 0; k < x.columns; ++k) z += weight[k] * row[k];
      open[token] = 1 / (1 + std::exp(-z));
      sum += std::min(z, real(0)) - std::log1p(std::exp(-std::abs(z)));  // log sigmoid(z) without overflow
      passed[token] = sum;
    }
  }

  Index heads_;
  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  bool causal_;
  Parameter* weight_;      // (heads, width)
  Parameter* bias_;        // (1, heads)
  mutable Tensor passed_;  // scratch (1, length)
  mutable Tensor open_;    // scratch (1, length)
  Tensor d_passed_;        // scratch (1, length)
};

}  // namespace

SEXTANT_DEFINE_POSITION(forget, Forget)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
