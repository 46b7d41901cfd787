// A diagonal state-space model, S4D (Gu et al., arXiv 2206.11893), for every channel by itself:
//   s' = A s + u,  y = C s + D u,  held constant over a step (ZOH):  w = exp(dt A),  b = (w - 1) / A,
//   y[t] = D u[t] + sum_l K[l] u[t - l],   K[l] = 2 Re sum_n C_n b_n w_n^l
// Starts: S4D-Lin A_n = -1/2 + i pi n, or S4D-Real A_n = -(n + 1), whose K has neither 2 nor imaginary parts; dt from
// 0.001 to 0.1, evenly on a log scale over the channels. Then f(y) goes through the output weights. It reads left to
// right, whatever model.causal says. K is made once per batch, so a row costs a product per earlier row and channel.
#include <cmath>
#include <complex>
#include <numbers>

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

using Complex = std::complex<double>;

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
  }

  bool sees_later() const override { return false; }
  double cost_per_token(const Dimensions& dimensions) const override {
    return static_cast<double>(width_) * (0.5 * static_cast<double>(dimensions.length) + static_cast<double>(width_));
  }

  /// K for as many steps as the batch is long: known only with the first chunk.
  void prepare() override { kernel_length_ = 0; }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    const Chunk& chunk = setting.chunk;
    if (kernel_length_ == 0) fill_kernel(chunk.length);
    for (Tensor* tensor : {&saved_active_, &saved_slope_}) tensor->reserve(chunk.room, width_);
    const View<real> active = saved_active_.shape(x.rows, width_);
    for (Index i = 0; i < x.rows; ++i)
      for (Index j = 0; j < width_; ++j) active(i, j) = skip_->value.data[j] * x(i, j);
    for (Index row = 0; row < x.rows; ++row)
      for (Index lag = 0; lag <= row % chunk.length; ++lag)
        add_product(kernel_.view().row(lag), x.row(row - lag), active.row(row));
    activate(activation_, active, nullptr, saved_slope_.shape(x.rows, width_));
    output_->forward(active, setting, y);
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    d_active_.reserve(setting.chunk.room, width_);
    const View<real> d = d_active_.shape(x.rows, width_);
    output_->backward(saved_active_.view(), setting, dy, d);
    activate_backward(activation_, d, activation_ == Activation::relu ? saved_active_.view() : saved_slope_.view(),
                      nullptr);
    // active = f(skip x + K * x)
    for (Index row = 0; row < x.rows; ++row) {
      add_product(d.row(row), skip_->value.data, dx.row(row));
      add_product(d.row(row), x.row(row), skip_->gradient.data);
      for (Index lag = 0; lag <= row % setting.chunk.length; ++lag) {
        add_product(kernel_.view().row(lag), d.row(row), dx.row(row - lag));
        add_product(x.row(row - lag), d.row(row), d_kernel_.view().row(lag));
      }
    }
  }

  /// From the gradient of K to those of its parameters. With G(w) = sum_l dK[l] w^l the loss is 2 Re(C b G(w)), and
  /// that is a holomorphic function of C, A and dt.
  void finish() override {
    for (Index j = 0; j < width_ && kernel_length_ > 0; ++j)
      for (Index n = 0; n < states_; ++n) {
        const State s = state(j, n);
        Complex gathered = 0, slope = 0, power = 1;  // G, dG/dw * w, w^l
        for (Index l = 0; l < kernel_length_; ++l, power *= s.w) {
          const auto d = static_cast<double>(d_kernel_.view()(l, j));
          gathered += d * power;
          slope += d * static_cast<double>(l) * power;
        }
        const double factor = complex_ ? 2 : 1;
        const Complex of_read = s.b * gathered;
        const Complex of_decay = s.read * (((s.step * s.w - s.b) / s.a) * gathered + s.b * slope * s.step);
        const Complex of_step = s.read * (s.w * gathered + s.b * slope * s.a);
        read_->gradient(j, n) += static_cast<real>(factor * of_read.real());
        decay_->gradient(j, n) += static_cast<real>(factor * of_decay.real() * s.a.real());
        step_->gradient.data[j] += static_cast<real>(factor * of_step.real() * s.step);
        if (!complex_) continue;
        read_imaginary_->gradient(j, n) -= static_cast<real>(factor * of_read.imag());
        frequency_->gradient(j, n) -= static_cast<real>(factor * of_decay.imag());
      }
  }

 private:
  struct State {
    double step;
    Complex a, w, b, read;
  };
  State state(Index j, Index n) const {
    const double step = std::exp(static_cast<double>(step_->value.data[j]));
    const Complex a(-std::exp(static_cast<double>(decay_->value(j, n))),
                    complex_ ? static_cast<double>(frequency_->value(j, n)) : 0);
    const Complex w = std::exp(step * a);
    const Complex read(static_cast<double>(read_->value(j, n)),
                       complex_ ? static_cast<double>(read_imaginary_->value(j, n)) : 0);
    return {step, a, w, (w - 1.0) / a, read};
  }

  void fill_kernel(Index length) {
    kernel_length_ = length;
    for (Tensor* tensor : {&kernel_, &d_kernel_}) tensor->reserve(longest_, width_);
    sums_.reserve(static_cast<std::size_t>(longest_));
    const View<real> kernel = kernel_.shape(length, width_);
    d_kernel_.shape_zero(length, width_);
    sums_.assign(static_cast<std::size_t>(length), 0);
    for (Index j = 0; j < width_; ++j) {
      std::ranges::fill(sums_, 0.0);
      for (Index n = 0; n < states_; ++n) {
        const State s = state(j, n);
        Complex term = (complex_ ? 2.0 : 1.0) * s.read * s.b;
        for (double& sum : sums_) {
          sum += term.real();
          term *= s.w;
        }
      }
      for (Index l = 0; l < length; ++l) kernel(l, j) = static_cast<real>(sums_[static_cast<std::size_t>(l)]);
    }
  }

  void add_product(const real* __restrict a, const real* __restrict b, real* __restrict sum) const {
#pragma omp simd
    for (Index j = 0; j < width_; ++j) sum[j] += a[j] * b[j];
  }

  Index longest_;  // tokens of any sample
  Index width_;
  Index states_;
  bool complex_;
  Activation activation_;
  Parameter *step_, *decay_, *frequency_ = nullptr, *read_, *read_imaginary_ = nullptr, *skip_;
  std::optional<OutputRows> output_;
  Index kernel_length_ = 0;
  Tensor kernel_, d_kernel_;  // (length, width)
  std::vector<double> sums_;
  Tensor saved_active_;  // (rows, width) f(y)
  Tensor saved_slope_;
  Tensor d_active_;
};

}  // namespace

SEXTANT_DEFINE_MIXER(state_space, StateSpace)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
