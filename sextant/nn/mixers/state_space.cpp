// A diagonal state-space model, S4D (Gu et al., arXiv 2206.11893), for every channel by itself:
//   s' = A s + u,  y = C s + D u,  held constant over a step (ZOH):  w = exp(dt A),  b = (w - 1) / A,
//   y[t] = D u[t] + sum_l K[l] u[t - l],   K[l] = 2 Re sum_n C_n b_n w_n^l   (D is added to K[0])
// Starts: S4D-Lin A_n = -1/2 + i pi n, or S4D-Real A_n = -(n + 1), whose K has neither 2 nor imaginary parts; dt from
// 0.001 to 0.1, evenly on a log scale over the channels. Then f(y) goes through the output weights. It reads left to
// right, whatever model.causal says. K is made once per batch, so a row costs a product per earlier row and channel.
#include <cmath>
#include <numbers>

#include "sextant/math/activation.h"
#include "sextant/math/causal_convolution.h"
#include "sextant/math/powers.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/mixers/output_rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct StateSpaceOptions final : Options {
  Index states = 16;
  std::string start = "linear";

  void visit(OptionVisitor& option) override {
    option("states", states, between(1, 1e4), "states per channel of a state-space model (pairs where complex)");
    option.choice("state_start", start, {"linear", "real"}, "initial state matrix: S4D-Lin (complex) or S4D-Real");
  }
};

class StateSpace final : public Mixer {
 public:
  using OwnOptions = StateSpaceOptions;
  StateSpace(const StateSpaceOptions& own, const MixerContext& context, Parameters& parameters)
      : longest_(context.dimensions.length),
        width_(context.dimensions.width),
        states_(own.states),
        complex_(own.start == "linear"),
        activation_(context.dimensions.activation) {
    std::vector<double> steps, decay, frequency;
    for (Index j = 0; j < width_; ++j) {
      const double place = width_ == 1 ? 0.5 : static_cast<double>(j) / static_cast<double>(width_ - 1);
      steps.push_back(std::log(0.001) + place * std::log(100.0));
      for (Index n = 0; n < states_; ++n) {
        decay.push_back(complex_ ? std::log(0.5) : std::log(static_cast<double>(n) + 1));
        frequency.push_back(std::numbers::pi * static_cast<double>(n));
      }
    }
    const auto declare = [&](const char* suffix, ParameterKind kind, Index rows, Index columns,
                             std::vector<double> given) {
      return &parameters.add({.name = context.name + suffix,
                              .role = Role::mixer_state,
                              .kind = kind,
                              .rows = rows,
                              .columns = columns,
                              .fan_in = columns,
                              .given = std::move(given)});
    };
    const auto weight = ParameterKind::weight;
    step_ = declare(".log_step", weight, 1, width_, std::move(steps));
    decay_ = declare(".log_decay", weight, width_, states_, std::move(decay));
    if (complex_) frequency_ = declare(".frequency", weight, width_, states_, std::move(frequency));
    read_ = declare(".read", weight, width_, states_, {});
    if (complex_) read_imaginary_ = declare(".read_imaginary", weight, width_, states_, {});
    skip_ = declare(".skip", ParameterKind::gain, 1, width_, {});
    output_.emplace(parameters, context.name, width_, width_, true);
    for (auto* numbers : {&powers_, &inputs_}) numbers->resize(static_cast<std::size_t>(states_ * width_));
    for (auto* numbers : {&gathered_, &slopes_}) numbers->resize(static_cast<std::size_t>(width_));
  }

  bool sees_later() const override { return false; }
  double cost_per_token(const Dimensions& dimensions) const override {
    return static_cast<double>(width_) * (0.5 * static_cast<double>(dimensions.length) + static_cast<double>(width_));
  }

  /// K comes with the first chunk, for as many lags as the batch is long.
  void prepare() override {
    kernel_length_ = 0;
    for (Index n = 0; n < states_; ++n)
      for (Index j = 0; j < width_; ++j) set_state(n, j);
  }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    const Index length = setting.chunk.length;
    if (kernel_length_ == 0) fill_kernel(length);
    for (Tensor* tensor : {&saved_active_, &saved_slope_}) tensor->reserve(setting.chunk.room, width_);
    const View<real> active = saved_active_.shape(x.rows, width_);
    for (Index row = 0; row < x.rows; row += length)
      convolution_.forward(x.slice_rows(row, length), active.slice_rows(row, length));
    activate(activation_, active, nullptr, saved_slope_.shape(x.rows, width_));
    output_->forward(active, setting, y);
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    const Index length = setting.chunk.length;
    d_active_.reserve(setting.chunk.room, width_);
    const View<real> d = d_active_.shape(x.rows, width_);
    output_->backward(saved_active_.view(), setting, dy, d);
    activate_backward(activation_, d, activation_ == Activation::relu ? saved_active_.view() : saved_slope_.view(),
                      nullptr);
    for (Index row = 0; row < x.rows; row += length)
      convolution_.backward(x.slice_rows(row, length), d.slice_rows(row, length), dx.slice_rows(row, length));
  }

  /// From the gradient of K to those of its parameters. With G(w) = sum_l dK[l] w^l the loss is 2 Re(C b G(w)), and
  /// that is a holomorphic function of C, A and dt.
  void finish() override {
    if (kernel_length_ == 0) return;
    const View<real> d_kernel = kernel_.shape(kernel_length_, width_);
    convolution_.copy_kernel_gradient(d_kernel);
    for (Index j = 0; j < width_; ++j) skip_->gradient.data[j] += d_kernel(0, j);
    const View<double> d = sums();
    for (Index i = 0; i < d.size(); ++i) d.data[i] = static_cast<double>(d_kernel.data[i]);
    for (Index n = 0; n < states_; ++n) {
      gather_powers(d, of_state(powers_, n), gathered_, slopes_);
      for (Index j = 0; j < width_; ++j) add_gradients(j, n);
    }
  }

 private:
  /// The numbers of state n, one for each channel.
  std::span<Complex> of_state(std::vector<Complex>& numbers, Index n) const {
    return std::span(numbers).subspan(static_cast<std::size_t>(n * width_), static_cast<std::size_t>(width_));
  }
  double step_of(Index j) const { return std::exp(static_cast<double>(step_->value.data[j])); }
  Complex decay_of(Index j, Index n) const {
    return {-std::exp(static_cast<double>(decay_->value(j, n))),
            complex_ ? static_cast<double>(frequency_->value(j, n)) : 0};
  }
  Complex read_of(Index j, Index n) const {
    return {static_cast<double>(read_->value(j, n)), complex_ ? static_cast<double>(read_imaginary_->value(j, n)) : 0};
  }

  void set_state(Index n, Index j) {
    const auto i = static_cast<std::size_t>(n * width_ + j);
    const Complex a = decay_of(j, n);
    powers_[i] = std::exp(step_of(j) * a);
    inputs_[i] = (powers_[i] - 1.0) / a;
  }

  View<double> sums() { return {sums_.data(), kernel_length_, width_}; }

  void fill_kernel(Index length) {
    kernel_length_ = length;
    convolution_.reserve(longest_, width_);
    kernel_.reserve(longest_, width_);
    sums_.reserve(static_cast<std::size_t>(longest_ * width_));
    sums_.assign(static_cast<std::size_t>(length * width_), 0);
    for (Index n = 0; n < states_; ++n) {
      for (Index j = 0; j < width_; ++j)
        gathered_[static_cast<std::size_t>(j)] =
            (complex_ ? 2.0 : 1.0) * read_of(j, n) * of_state(inputs_, n)[static_cast<std::size_t>(j)];
      add_powers(gathered_, of_state(powers_, n), sums());
    }
    const View<real> kernel = kernel_.shape(length, width_);
    for (Index i = 0; i < kernel.size(); ++i) kernel.data[i] = static_cast<real>(sums_[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < width_; ++j) kernel(0, j) += skip_->value.data[j];
    convolution_.set_kernel(kernel);
  }

  void add_gradients(Index j, Index n) {
    const auto channel = static_cast<std::size_t>(j);
    const Complex gathered = gathered_[channel], slope = slopes_[channel];  // G, w dG/dw
    const Complex w = of_state(powers_, n)[channel], b = of_state(inputs_, n)[channel];
    const Complex a = decay_of(j, n), read = read_of(j, n);
    const double step = step_of(j), factor = complex_ ? 2 : 1;
    const Complex of_read = b * gathered;
    const Complex of_decay = read * (((step * w - b) / a) * gathered + b * slope * step);
    const Complex of_step = read * (w * gathered + b * slope * a);
    read_->gradient(j, n) += static_cast<real>(factor * of_read.real());
    decay_->gradient(j, n) += static_cast<real>(factor * of_decay.real() * a.real());
    step_->gradient.data[j] += static_cast<real>(factor * of_step.real() * step);
    if (!complex_) return;
    read_imaginary_->gradient(j, n) -= static_cast<real>(factor * of_read.imag());
    frequency_->gradient(j, n) -= static_cast<real>(factor * of_decay.imag());
  }

  Index longest_;  // tokens of any sample
  Index width_;
  Index states_;
  bool complex_;
  Activation activation_;
  Parameter *step_, *decay_, *frequency_ = nullptr, *read_, *read_imaginary_ = nullptr, *skip_;
  std::optional<OutputRows> output_;
  Index kernel_length_ = 0;
  CausalConvolution convolution_;
  Tensor kernel_;                           // (length, width) K, later its gradient
  std::vector<double> sums_;                // (length, width) the same in double
  std::vector<Complex> powers_, inputs_;    // (states, width) w, b
  std::vector<Complex> gathered_, slopes_;  // (width)
  Tensor saved_active_;                     // (rows, width) f(y)
  Tensor saved_slope_;
  Tensor d_active_;
};

}  // namespace

SEXTANT_DEFINE_MIXER(state_space, StateSpace)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
