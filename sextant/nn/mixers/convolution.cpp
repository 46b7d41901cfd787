// Depthwise convolution along the tokens: y[t] = b + sum_k w[k] x[t + k - centre], one kernel for each channel. A
// causal model looks back only, any other to both sides. Beyond the ends of a sample stand zeros, which tell a token
// how near the end it is (Islam et al. 2020), or, circular, the sample's other end, which tells nothing.
#include "sextant/layers/linear.h"
#include "sextant/math/rows.h"
#include "sextant/nn/mixers/mixer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct ConvolutionOptions final : Options {
  Index kernel = 3;
  std::string padding = "zero";

  void visit(OptionVisitor& option) override {
    option("kernel", kernel, between(1, 1e4), "tokens that the kernel of a convolution covers");
    option.choice("padding", padding, {"zero", "circular"}, "what a convolution reads beyond the ends of a sample");
  }
};

class Convolution final : public Mixer {
 public:
  using OwnOptions = ConvolutionOptions;
  Convolution(const ConvolutionOptions& own, const MixerContext& context, Parameters& parameters)
      : kernel_(own.kernel), circular_(own.padding == "circular") {
    const bool causal = context.model.causal;
    require(causal || own.kernel % 2 == 1, "model.kernel: {} is even; a convolution to both sides needs an odd width",
            own.kernel);
    require(!(causal && circular_),
            "model.padding: circular padding shows a token what comes later; use zero padding with model.causal");
    centre_ = causal ? kernel_ - 1 : kernel_ / 2;
    weight_ = &parameters.add({.name = context.name + ".kernel.weight",
                               .role = Role::mixer_state,
                               .kind = ParameterKind::weight,
                               .rows = context.dimensions.width,
                               .columns = kernel_,
                               .fan_in = kernel_});
    bias_ = &parameters.add({.name = context.name + ".kernel.bias",
                             .role = Role::mixer_state,
                             .kind = ParameterKind::bias,
                             .rows = 1,
                             .columns = context.dimensions.width,
                             .fan_in = kernel_});
  }

  bool sees_later() const override { return centre_ < kernel_ - 1; }
  double cost_per_token(const Dimensions& dimensions) const override {
    return static_cast<double>(kernel_) * static_cast<double>(dimensions.width);
  }

  void prepare() override {  // one row of all channels for each place of the kernel
    const View<real> taps = taps_.shape(kernel_, weight_->rows);
    for (Index k = 0; k < kernel_; ++k)
      for (Index j = 0; j < weight_->rows; ++j) taps(k, j) = weight_->value(j, k);
    d_taps_.shape_zero(kernel_, weight_->rows);
  }
  void finish() override {
    for (Index k = 0; k < kernel_; ++k)
      for (Index j = 0; j < weight_->rows; ++j) weight_->gradient(j, k) += d_taps_.view()(k, j);
  }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    fill_zero(y);
    add_bias(y, bias_->value.data);
    for_each_pair(setting, [&](Index query, Index row, Index k) {
      add_product(x.columns, taps_.view().row(k), x.row(row), y.row(query));
    });
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    add_column_sums(dy, bias_->gradient.data);
    for_each_pair(setting, [&](Index query, Index row, Index k) {
      add_product(x.columns, taps_.view().row(k), dy.row(query), dx.row(row));
      add_product(x.columns, x.row(row), dy.row(query), d_taps_.view().row(k));
    });
  }

 private:
  static void add_product(Index count, const real* __restrict a, const real* __restrict b, real* __restrict sum) {
#pragma omp simd
    for (Index j = 0; j < count; ++j) sum[j] += a[j] * b[j];
  }

  /// act(query, row, k): the answer `query` takes place k of the kernel from `row`.
  template <class Act>
  void for_each_pair(const MixSetting& setting, const Act& act) const {
    for (Index sample = 0; sample < setting.chunk.samples; ++sample) {
      const Index first = sample * setting.chunk.length;
      const Index length = setting.chunk.length_of(sample);
      const RowPositions positions = setting.queries.positions_of(sample);
      for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] >= length) continue;  // padding
        const Index query = setting.queries.first(sample) + static_cast<Index>(i);
        for (Index k = 0; k < kernel_; ++k) {
          Index t = positions[i] + k - centre_;
          if (circular_) t = ((t % length) + length) % length;
          if (t >= 0 && t < length) act(query, first + t, k);
        }
      }
    }
  }

  Index kernel_;
  bool circular_;
  Index centre_;  // the place of the kernel that a token itself has
  Parameter* weight_;
  Parameter* bias_;
  Tensor taps_, d_taps_;  // (kernel, width)
};

}  // namespace

SEXTANT_DEFINE_MIXER(convolution, Convolution)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
