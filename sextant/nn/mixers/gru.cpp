// Gated recurrent unit (Cho et al. 2014), in the form of PyTorch's nn.GRU, gates in the order r, z, n:
//   r, z = sigmoid(Wi x + bi + Wh h + bh),   n = tanh(Wi x + bi + r (Wh h + bh)),   h' = (1 - z) n + z h
// A causal model reads left to right, any other in both directions, the second from each sample's own end. The states,
// side by side, go through an output projection.
#include "sextant/math/gates.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/mixers/output_rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct GruOptions final : Options {
  std::optional<Index> hidden;

  void visit(OptionVisitor& option) override {
    option("gru_hidden", hidden, between(1, 1e6), "state of the GRU, per direction; auto (or 0): width");
  }
};

/// One direction through all samples of a chunk at once.
class GruDirection {
 public:
  GruDirection(Parameters& parameters, const std::string& name, Index width, Index hidden, bool backwards)
      : hidden_(hidden),
        backwards_(backwards),
        input_(parameters, name + ".input", Role::mixer_in, width, 3 * hidden, true),
        state_(parameters, name + ".state", Role::mixer_state, hidden, 3 * hidden, true) {}

  /// Wh lies the other way round for the many small products, one for each token.
  void prepare() {
    const View<real> turned = turned_.shape(hidden_, 3 * hidden_);
    for (Index i = 0; i < turned.rows; ++i)
      for (Index j = 0; j < turned.columns; ++j) turned(i, j) = state_.weight()(j, i);
  }

  /// states (samples*length, hidden), of any stride
  void forward(View<const real> x, const Chunk& chunk, View<real> states) {
    for (Tensor* tensor : {&gates_, &recurrent_}) tensor->reserve(chunk.room, 3 * hidden_);
    const View<real> gates = gates_.shape(x.rows, 3 * hidden_);
    input_.forward(x, gates);
    add_bias(gates, input_.bias());
    const View<real> recurrent = recurrent_.shape(x.rows, 3 * hidden_);
    for (Index step = 0; step < chunk.length; ++step) {
      const Index t = backwards_ ? chunk.length - 1 - step : step;
      const View<real> now = at(recurrent, chunk, t);
      if (step == 0)
        fill_zero(now);
      else
        multiply(at(states, chunk, before(t)), turned_.view(), now, Write::replace);
      add_bias(now, state_.bias());
      for (Index sample = 0; sample < chunk.samples; ++sample) {
        const Index row = sample * chunk.length + t;
        const real* last = step == 0 ? nullptr : states.row(row + before(t) - t);
        move(gates.row(row), recurrent.row(row), last, states.row(row));
        if (backwards_ && t >= chunk.length_of(sample)) std::fill_n(states.row(row), hidden_, real(0));
      }
    }
  }

  /// d_states (samples*length, hidden) is changed on the way; dx += ...
  void backward(View<const real> x, const Chunk& chunk, View<const real> states, View<real> d_states, View<real> dx) {
    previous_.reserve(chunk.room, hidden_);
    const View<real> previous = previous_.shape_zero(x.rows, hidden_);
    const View<real> gates = gates_.view(), recurrent = recurrent_.view();
    for (Index step = chunk.length - 1; step >= 0; --step) {
      const Index t = backwards_ ? chunk.length - 1 - step : step;
      for (Index sample = 0; sample < chunk.samples; ++sample) {
        const Index row = sample * chunk.length + t;
        real* d = d_states.row(row);
        if (backwards_ && t >= chunk.length_of(sample)) std::fill_n(d, hidden_, real(0));
        if (step > 0) std::copy_n(states.row(row + before(t) - t), hidden_, previous.row(row));
        move_backward(gates.row(row), recurrent.row(row), previous.row(row), d);
        if (step > 0) add_row(d, d_states.row(row + before(t) - t));
      }
      // recurrent = last Wh^T + bh
      if (step > 0) state_.backward_input(at(recurrent, chunk, t), at(d_states, chunk, before(t)), Write::add);
    }
    add_column_sums(recurrent, state_.bias_gradient());
    state_.backward_weight(previous, recurrent);
    add_column_sums(gates, input_.bias_gradient());
    input_.backward_weight(x, gates);
    input_.backward_input(gates, dx, Write::add);
  }

 private:
  Index before(Index t) const { return backwards_ ? t + 1 : t - 1; }
  /// The rows of all samples at one step.
  static View<real> at(View<real> rows, const Chunk& chunk, Index t) {
    return {rows.row(t), chunk.samples, rows.columns, chunk.length * rows.stride};
  }

  void add_row(const real* __restrict from, real* __restrict to) const {
#pragma omp simd
    for (Index j = 0; j < hidden_; ++j) to[j] += from[j];
  }

  /// gates become r, z, n; recurrent keeps its last third, Wh h + bh.
  void move(real* __restrict gates, const real* __restrict recurrent, const real* __restrict last,
            real* __restrict state) const {
    real* __restrict z = gates + hidden_;
    real* __restrict n = z + hidden_;
#pragma omp simd
    for (Index j = 0; j < 2 * hidden_; ++j) gates[j] += recurrent[j];
    sigmoid(2 * hidden_, gates);
#pragma omp simd
    for (Index j = 0; j < hidden_; ++j) n[j] += gates[j] * recurrent[2 * hidden_ + j];
    hyperbolic_tangent(hidden_, n);
    if (last)
      for (Index j = 0; j < hidden_; ++j) state[j] = (1 - z[j]) * n[j] + z[j] * last[j];
    else
      for (Index j = 0; j < hidden_; ++j) state[j] = (1 - z[j]) * n[j];
  }

  /// gates and recurrent become the gradients of what was put into them, d (1 x hidden) what reaches the last state
  /// past the products.
  void move_backward(real* __restrict gates, real* __restrict recurrent, const real* __restrict last,
                     real* __restrict d) const {
    real* __restrict z_gates = gates + hidden_;
    real* __restrict n_gates = z_gates + hidden_;
    real* __restrict z_recurrent = recurrent + hidden_;
    real* __restrict n_recurrent = z_recurrent + hidden_;
#pragma omp simd
    for (Index j = 0; j < hidden_; ++j) {
      const real r = gates[j], z = z_gates[j], n = n_gates[j];
      const real d_n = d[j] * (1 - z) * (1 - n * n);
      const real d_r = d_n * n_recurrent[j] * r * (1 - r);
      const real d_z = d[j] * (last[j] - n) * z * (1 - z);
      gates[j] = recurrent[j] = d_r;
      z_gates[j] = z_recurrent[j] = d_z;
      n_gates[j] = d_n;
      n_recurrent[j] = d_n * r;
      d[j] *= z;
    }
  }

  Index hidden_;
  bool backwards_;
  Linear input_;
  Linear state_;
  Tensor turned_;     // (hidden, 3 hidden) Wh^T
  Tensor gates_;      // (rows, 3 hidden) r, z, n
  Tensor recurrent_;  // (rows, 3 hidden) Wh h + bh
  Tensor previous_;   // (rows, hidden) the state before each row
};

class Gru final : public Mixer {
 public:
  using OwnOptions = GruOptions;
  Gru(const GruOptions& own, const MixerContext& context, Parameters& parameters)
      : hidden_(own.hidden.value_or(context.dimensions.width)) {
    const bool causal = context.model.causal;
    directions_.emplace_back(parameters, context.name + (causal ? "" : ".forward"), context.dimensions.width, hidden_,
                             false);
    if (!causal)
      directions_.emplace_back(parameters, context.name + ".backward", context.dimensions.width, hidden_, true);
    output_.emplace(parameters, context.name, states_width(), context.dimensions.width, true);
  }

  void prepare() override {
    for (GruDirection& direction : directions_) direction.prepare();
  }
  bool sees_later() const override { return directions_.size() > 1; }
  double cost_per_token(const Dimensions& dimensions) const override {
    const auto width = static_cast<double>(dimensions.width), hidden = static_cast<double>(hidden_);
    return static_cast<double>(directions_.size()) * hidden * (3 * width + 3 * hidden + width);
  }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    saved_states_.reserve(setting.chunk.room, states_width());
    const View<real> states = saved_states_.shape(x.rows, states_width());
    for (std::size_t i = 0; i < directions_.size(); ++i)
      directions_[i].forward(x, setting.chunk, states.slice_columns(static_cast<Index>(i) * hidden_, hidden_));
    output_->forward(states, setting, y);
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    d_states_.reserve(setting.chunk.room, states_width());
    const View<real> d_states = d_states_.shape(x.rows, states_width());
    output_->backward(saved_states_.view(), setting, dy, d_states);
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const Index first = static_cast<Index>(i) * hidden_;
      directions_[i].backward(x, setting.chunk, saved_states_.view().slice_columns(first, hidden_),
                              d_states.slice_columns(first, hidden_), dx);
    }
  }

 private:
  Index states_width() const { return static_cast<Index>(directions_.size()) * hidden_; }

  Index hidden_;
  std::vector<GruDirection> directions_;
  std::optional<OutputRows> output_;
  Tensor saved_states_;  // (rows, directions * hidden)
  Tensor d_states_;
};

}  // namespace

SEXTANT_DEFINE_MIXER(gru, Gru)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
