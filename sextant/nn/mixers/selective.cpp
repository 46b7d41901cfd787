// The selective state-space block of Mamba (Gu and Dao, arXiv 2312.00752), left to right. From a row x:
//   u, z = Win x;   a = silu(conv(u));   (r, B, C) = Wsel a;   dt = softplus(Wdt r + b)
//   h[t] = exp(dt A) h[t-1] + dt B a,   y = C h + D a   for every channel;   answer = Wout (y silu(z))
// Starts: A_n = -(n + 1); b such that dt runs from 0.001 to 0.1, evenly on a log scale over the channels. Without the
// short convolution (0) a = silu(u): the control of arXiv 2509.17514.
#include <cmath>

#include "sextant/math/gates.h"
#include "sextant/math/selective_scan.h"
#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/mixers/output_rows.h"
#include "sextant/nn/mixers/short_convolution.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

struct SelectiveOptions final : Options {
  Index states = 16;
  Index expand = 2;
  Index convolution = 4;

  void visit(OptionVisitor& option) override {
    option("selective_states", states, between(1, 1e4), "states per channel of the selective scan");
    option("expand", expand, between(1, 100), "inner width of the selective mixer as a multiple of the width");
    option("short_convolution", convolution, between(0, 1e4),
           "tokens that the convolution before the selective scan covers; 0: no convolution");
  }
};

class Selective final : public Mixer {
 public:
  using OwnOptions = SelectiveOptions;
  Selective(const SelectiveOptions& own, const MixerContext& context, Parameters& parameters)
      : inner_(own.expand * context.dimensions.width),
        states_(own.states),
        rank_((context.dimensions.width + 15) / 16),
        in_(parameters, context.name + ".in", Role::mixer_in, context.dimensions.width, 2 * inner_, false),
        convolution_(parameters, context.name + ".convolution", inner_, own.convolution),
        select_(parameters, context.name + ".select", Role::mixer_in, inner_, rank_ + 2 * states_, false),
        step_(parameters, context.name + ".step", Role::mixer_in, rank_, inner_, false),
        scan_(inner_, states_) {
    std::vector<double> steps, decay;
    for (Index i = 0; i < inner_; ++i) {
      const double place = inner_ == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(inner_ - 1);
      steps.push_back(std::log(std::expm1(0.001 * std::pow(100.0, place))));  // softplus of it is the step
      for (Index n = 0; n < states_; ++n) decay.push_back(std::log(static_cast<double>(n) + 1));
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
    step_bias_ = declare(".step.bias", ParameterKind::bias, 1, inner_, std::move(steps));
    decay_ = declare(".log_decay", ParameterKind::weight, inner_, states_, std::move(decay));
    skip_ = declare(".skip", ParameterKind::gain, 1, inner_, {});
    output_.emplace(parameters, context.name, inner_, context.dimensions.width, false);
  }

  bool sees_later() const override { return false; }
  double cost_per_token(const Dimensions& dimensions) const override {
    const auto width = static_cast<double>(dimensions.width), inner = static_cast<double>(inner_);
    const auto states = static_cast<double>(states_), rank = static_cast<double>(rank_);
    return inner * (3 * width + 2 * rank + 2 * states + 3 * states);
  }

  void prepare() override {
    convolution_.prepare();
    const View<real> a = a_.shape(inner_, states_);
    for (Index j = 0; j < a.size(); ++j) a.data[j] = -std::exp(decay_->value.data[j]);
    scan_.prepare(a);
  }
  void finish() override {
    convolution_.finish();
    // A = -exp(log_decay)
    scan_.add_rate_gradient(d_a_.shape_zero(inner_, states_));
    for (Index j = 0; j < d_a_.size(); ++j) decay_->gradient.data[j] += d_a_.data()[j] * a_.data()[j];
  }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    const Chunk& chunk = setting.chunk;
    reserve(chunk.room);
    const View<real> projected = projected_.shape(x.rows, 2 * inner_);
    in_.forward(x, projected);
    const View<real> active = active_.shape(x.rows, inner_);
    convolution_.forward(projected.slice_columns(0, inner_), chunk, active);
    silu(active.size(), active.data, slope_.shape(x.rows, inner_).data);
    const View<real> selected = selected_.shape(x.rows, rank_ + 2 * states_);
    select_.forward(active, selected);
    const View<real> step = steps_.shape(x.rows, inner_);
    step_.forward(selected.slice_columns(0, rank_), step);
    add_bias(step, step_bias_->value.data);
    softplus(step.size(), step.data, step_slope_.shape(x.rows, inner_).data);
    const View<real> scanned = scanned_.shape(x.rows, inner_);
    for (Index sample = 0; sample < chunk.samples; ++sample) {
      const SelectiveScan::Rows rows = rows_of(sample, chunk);
      scan_.forward(rows, scanned.slice_rows(rows.first, chunk.length));
    }
    const View<real> gate = gate_.shape(x.rows, inner_);
    copy_to(projected.slice_columns(inner_, inner_), gate);
    silu(gate.size(), gate.data, gate_slope_.shape(x.rows, inner_).data);
    const View<real> gated = gated_.shape(x.rows, inner_);
    for (Index j = 0; j < gated.size(); ++j) gated.data[j] = scanned_.data()[j] * gate.data[j];
    output_->forward(gated, setting, y);
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    const Chunk& chunk = setting.chunk;
    const View<real> d_scanned = d_scanned_.shape(x.rows, inner_);
    output_->backward(gated_.view(), setting, dy, d_scanned);
    // gated = scanned silu(z)
    const View<real> d_projected = d_projected_.shape(x.rows, 2 * inner_);
    for (Index i = 0; i < x.rows; ++i)
      for (Index j = 0; j < inner_; ++j) {
        d_projected(i, inner_ + j) = d_scanned(i, j) * scanned_.view()(i, j) * gate_slope_.view()(i, j);
        d_scanned(i, j) *= gate_.view()(i, j);
      }
    const View<real> d_selected = d_selected_.shape(x.rows, rank_ + 2 * states_);
    const View<real> d_step = d_steps_.shape(x.rows, inner_), d_active = d_active_.shape(x.rows, inner_);
    for (Index sample = 0; sample < chunk.samples; ++sample) {
      const SelectiveScan::Rows rows = rows_of(sample, chunk);
      const auto part = [&](View<real> all) { return all.slice_rows(rows.first, chunk.length); };
      const View<real> d = part(d_selected);
      scan_.backward(rows, part(d_scanned),
                     {part(d_active), part(d_step), d.slice_columns(rank_, states_),
                      d.slice_columns(rank_ + states_, states_), skip_->gradient.data});
    }
    for (Index j = 0; j < d_step.size(); ++j) d_step.data[j] *= step_slope_.data()[j];
    add_column_sums(d_step, step_bias_->gradient.data);
    step_.backward_weight(std::as_const(selected_).view().slice_columns(0, rank_), d_step);
    step_.backward_input(d_step, d_selected.slice_columns(0, rank_), Write::replace);
    select_.backward_weight(active_.view(), d_selected);
    select_.backward_input(d_selected, d_active, Write::add);
    for (Index j = 0; j < d_active.size(); ++j) d_active.data[j] *= slope_.data()[j];
    const View<real> d_u = d_projected.slice_columns(0, inner_);
    convolution_.backward(std::as_const(projected_).view().slice_columns(0, inner_), chunk, d_active, d_u);
    in_.backward_weight(x, d_projected);
    in_.backward_input(d_projected, dx, Write::add);
  }

 private:
  void reserve(Index rows) {
    for (Tensor* tensor : {&active_, &slope_, &steps_, &step_slope_, &scanned_, &gate_, &gate_slope_, &gated_,
                           &d_scanned_, &d_steps_, &d_active_})
      tensor->reserve(rows, inner_);
    for (Tensor* tensor : {&projected_, &d_projected_}) tensor->reserve(rows, 2 * inner_);
    for (Tensor* tensor : {&selected_, &d_selected_}) tensor->reserve(rows, rank_ + 2 * states_);
    scan_.reserve(rows);
  }

  SelectiveScan::Rows rows_of(Index sample, const Chunk& chunk) const {
    const Index first = sample * chunk.length;
    const auto part = [&](const Tensor& tensor) { return tensor.view().slice_rows(first, chunk.length); };
    const View<const real> selected = part(selected_);
    return {first,
            part(active_),
            part(steps_),
            selected.slice_columns(rank_, states_),
            selected.slice_columns(rank_ + states_, states_),
            skip_->value.data};
  }

  Index inner_;
  Index states_;
  Index rank_;  // of the step's weights
  Linear in_;
  ShortConvolution convolution_;
  Linear select_;
  Linear step_;
  SelectiveScan scan_;
  Parameter *step_bias_, *decay_, *skip_;
  std::optional<OutputRows> output_;
  Tensor a_, d_a_;                       // (inner, states)
  Tensor projected_, d_projected_;       // (rows, 2 inner) u, z
  Tensor active_, slope_, d_active_;     // (rows, inner) a
  Tensor selected_, d_selected_;         // (rows, rank + 2 states) r, B, C
  Tensor steps_, step_slope_, d_steps_;  // (rows, inner) dt
  Tensor scanned_, d_scanned_;           // (rows, inner) y
  Tensor gate_, gate_slope_, gated_;     // (rows, inner)
};

}  // namespace

SEXTANT_DEFINE_MIXER(selective, Selective)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
