// MLP-Mixer (Tolstikhin et al., arXiv 2105.01601): across the tokens of a sample, for every channel by itself,
//   Y = W2 f(W1 X + b1) + b2,   X (length, width), W1 (hidden, length), W2 (length, hidden)
// Each token has its own weights, so the mixing matrices are the positions. They have one length and no order in time.
#include "sextant/layers/linear.h"
#include "sextant/math/rows.h"
#include "sextant/nn/mixers/mixer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct TokenMixingOptions final : Options {
  std::optional<Index> hidden;

  void visit(OptionVisitor& option) override {
    option("token_hidden", hidden, between(1, 1e6), "hidden dimension of token mixing; auto (or 0): 2 * length");
  }
};

class TokenMixing final : public Mixer {
 public:
  using OwnOptions = TokenMixingOptions;
  TokenMixing(const TokenMixingOptions& own, const MixerContext& context, Parameters& parameters)
      : length_(context.dimensions.length),
        hidden_(own.hidden.value_or(2 * length_)),
        activation_(context.dimensions.activation) {
    require(
        !context.ragged,
        "model.mixer: token_mixing has weights for each place of a sample and cannot mask padding; give samples one "
        "length, or use another mixer");
    require(!context.model.causal, "model.causal: token_mixing mixes all tokens; use another mixer or causal=false");
    const auto declare = [&](const char* suffix, Role role, ParameterKind kind, Index rows, Index columns, Index fan) {
      return &parameters.add(
          {.name = context.name + suffix, .role = role, .kind = kind, .rows = rows, .columns = columns, .fan_in = fan});
    };
    in_ = declare(".in.weight", Role::mixer_state, ParameterKind::weight, hidden_, length_, length_);
    in_bias_ = declare(".in.bias", Role::mixer_state, ParameterKind::bias, 1, hidden_, length_);
    out_ = declare(".out.weight", Role::mixer_output, ParameterKind::weight, length_, hidden_, hidden_);
    out_bias_ = declare(".out.bias", Role::mixer_output, ParameterKind::bias, 1, length_, hidden_);
  }

  bool sees_later() const override { return true; }
  double cost_per_token(const Dimensions& dimensions) const override {
    return 2 * static_cast<double>(hidden_) * static_cast<double>(dimensions.width);
  }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    const Chunk& chunk = setting.chunk;
    for (Tensor* tensor : {&saved_hidden_, &saved_slope_}) tensor->reserve(chunk.room / length_ * hidden_, x.columns);
    saved_hidden_.shape(chunk.samples * hidden_, x.columns);
    saved_slope_.shape(chunk.samples * hidden_, x.columns);
    full_.reserve(length_, x.columns);
    for (Index sample = 0; sample < chunk.samples; ++sample) {
      const View<real> hidden = saved_hidden_.view().slice_rows(sample * hidden_, hidden_);
      multiply(in_->value, x.slice_rows(sample * length_, length_), hidden, Write::replace);
      add_to_rows(hidden, in_bias_->value.data);
      const View<real> slope = saved_slope_.view().slice_rows(sample * hidden_, hidden_);
      activate(activation_, hidden, nullptr, slope);
      const View<real> all = full_.shape(length_, x.columns);
      multiply(out_->value, hidden, all, Write::replace);
      add_to_rows(all, out_bias_->value.data);
      for (Index i = 0; i < setting.queries.count(sample); ++i)
        std::copy_n(all.row(setting.queries.positions_of(sample)[static_cast<std::size_t>(i)]), x.columns,
                    y.row(setting.queries.first(sample) + i));
    }
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    d_hidden_.reserve(hidden_, x.columns);
    for (Index sample = 0; sample < setting.chunk.samples; ++sample) {
      const View<real> d_all = full_.shape_zero(length_, x.columns);
      for (Index i = 0; i < setting.queries.count(sample); ++i)
        std::copy_n(dy.row(setting.queries.first(sample) + i), x.columns,
                    d_all.row(setting.queries.positions_of(sample)[static_cast<std::size_t>(i)]));
      // all = W2 hidden + b2
      const View<real> hidden = saved_hidden_.view().slice_rows(sample * hidden_, hidden_);
      add_row_sums(d_all, out_bias_->gradient.data);
      multiply_transposed(d_all, hidden, out_->gradient, Write::add);
      const View<real> d_hidden = d_hidden_.shape(hidden_, x.columns);
      transposed_multiply(out_->value, d_all, d_hidden, Write::replace);
      // hidden = f(W1 x + b1)
      const View<real> kept =
          activation_ == Activation::relu ? hidden : saved_slope_.view().slice_rows(sample * hidden_, hidden_);
      activate_backward(activation_, d_hidden, kept, nullptr);
      add_row_sums(d_hidden, in_bias_->gradient.data);
      multiply_transposed(d_hidden, x.slice_rows(sample * length_, length_), in_->gradient, Write::add);
      transposed_multiply(in_->value, d_hidden, dx.slice_rows(sample * length_, length_), Write::add);
    }
  }

 private:
  static void add_to_rows(View<real> x, const real* bias) {
    for (Index i = 0; i < x.rows; ++i)
      for (Index j = 0; j < x.columns; ++j) x(i, j) += bias[i];
  }
  static void add_row_sums(View<const real> x, real* sums) {
    for (Index i = 0; i < x.rows; ++i)
      for (Index j = 0; j < x.columns; ++j) sums[i] += x(i, j);
  }

  Index length_;
  Index hidden_;
  Activation activation_;
  Parameter *in_, *in_bias_, *out_, *out_bias_;
  Tensor saved_hidden_;  // (samples*hidden, width) after the activation
  Tensor saved_slope_;   // the same
  Tensor full_;          // (length, width) of one sample: all answers, or their gradients
  Tensor d_hidden_;      // (hidden, width) of one sample
};

}  // namespace

SEXTANT_DEFINE_MIXER(token_mixing, TokenMixing)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
