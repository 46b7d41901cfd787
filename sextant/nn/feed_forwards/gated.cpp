// A gated feed-forward network (Shazeer, arXiv 2002.05202): W2 (f(Wg x + bg) (W1 x + b1)) + b2, f = SiLU (SwiGLU, as in
// Llama) or GELU (GeGLU).
#include "sextant/math/gates.h"
#include "sextant/math/rows.h"
#include "sextant/nn/feed_forwards/feed_forward.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct GatedOptions final : Options {
  std::string gate = "silu";

  void visit(OptionVisitor& option) override {
    option.choice("gate", gate, {"silu", "gelu"}, "activation of the gate: silu (SwiGLU) or gelu (GeGLU)");
  }
};

class Gated final : public FeedForward {
 public:
  using OwnOptions = GatedOptions;
  Gated(const GatedOptions& own, const FeedForwardContext& context, Parameters& parameters)
      : silu_(own.gate == "silu"),
        width_(context.dimensions.width),
        hidden_(context.dimensions.feed_forward),
        gate_(parameters, context.name + ".gate", Role::feed_forward_in, width_, hidden_,
              context.model.feed_forward_bias),
        in_(parameters, context.name + ".in", Role::feed_forward_in, width_, hidden_, context.model.feed_forward_bias),
        out_(parameters, context.name + ".out", Role::feed_forward_out, hidden_, width_,
             context.model.feed_forward_bias),
        scratch_(context.scratch) {
    require(!context.model.second_activation, "model.second_activation: only with model.feed_forward_kind = \"dense\"");
  }

  double cost_per_token() const override { return 3 * static_cast<double>(width_) * static_cast<double>(hidden_); }
  const real* bias_after() const override { return out_.bias(); }

  void forward(View<const real> x, const FeedSetting& setting, View<real> y) override {
    for (Tensor* tensor : {&saved_gate_, &saved_slope_, &saved_linear_, &saved_hidden_})
      tensor->reserve(setting.room, hidden_);
    const View<real> gate = saved_gate_.shape(x.rows, hidden_), slope = saved_slope_.shape(x.rows, hidden_);
    gate_.forward(x, gate);
    if (silu_) {
      add_bias(gate, gate_.bias());
      silu(gate.size(), gate.data, slope.data);
    } else {
      activate(Activation::gelu, gate, gate_.bias(), slope);
    }
    const View<real> linear = saved_linear_.shape(x.rows, hidden_);
    in_.forward(x, linear);
    add_bias(linear, in_.bias());
    const View<real> hidden = saved_hidden_.shape(x.rows, hidden_);
    for (Index j = 0; j < hidden.size(); ++j) hidden.data[j] = gate.data[j] * linear.data[j];
    tell(setting.taps, setting.block, "feed_forward.hidden", hidden);
    out_.forward(hidden, y);
  }

  void backward(View<const real> x, const FeedSetting& setting, View<real> d, View<real> dx, Write write) override {
    // y = hidden W2^T + b2
    add_column_sums(d, out_.bias_gradient());
    out_.backward_weight(saved_hidden_.view(), d);
    scratch_.d_hidden.reserve(setting.room, hidden_);
    const View<real> d_gate = scratch_.d_hidden.shape(d.rows, hidden_);
    out_.backward_input(d, d_gate, Write::replace);
    // hidden = gate linear; d_linear takes the place of what was kept of hidden
    const View<real> d_linear = saved_hidden_.view();
    for (Index j = 0; j < d_gate.size(); ++j) {
      d_linear.data[j] = d_gate.data[j] * saved_gate_.data()[j];
      d_gate.data[j] *= saved_linear_.data()[j] * saved_slope_.data()[j];
    }
    add_column_sums(d_gate, gate_.bias_gradient());
    gate_.backward_weight(x, d_gate);
    gate_.backward_input(d_gate, dx, write);
    add_column_sums(d_linear, in_.bias_gradient());
    in_.backward_weight(x, d_linear);
    in_.backward_input(d_linear, dx, Write::add);
  }

 private:
  bool silu_;
  Index width_;
  Index hidden_;
  Linear gate_;
  Linear in_;
  Linear out_;
  FeedScratch& scratch_;
  Tensor saved_gate_, saved_slope_, saved_linear_, saved_hidden_;  // (rows, hidden)
};

}  // namespace

SEXTANT_DEFINE_FEEDFORWARD(gated, Gated)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
