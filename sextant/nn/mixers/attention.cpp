// Attention as a mixer: its plain form, for every row. Models that may save take the forms of nn/attention/attention.h
// instead.
#include "sextant/nn/attention/attention.h"

#include "sextant/nn/mixers/mixer.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

class AttentionMixer final : public Mixer {
 public:
  using OwnOptions = NoOptions;
  AttentionMixer(const NoOptions&, const MixerContext& context, Parameters& parameters)
      : causal_(context.model.causal),
        output_(context.model.attention_output),
        attention_(context.model, context.dimensions, parameters, context.name) {}

  void prepare() override { attention_.prepare(Attention::Form::plain); }
  bool sees_later() const override { return !causal_; }
  double cost_per_token(const Dimensions& dimensions) const override {
    const auto width = static_cast<double>(dimensions.width), length = static_cast<double>(dimensions.length);
    const auto queries = static_cast<double>(dimensions.queries()), mixed = static_cast<double>(dimensions.mixed());
    const auto shared = static_cast<double>(dimensions.keys() + dimensions.values());
    return width * (queries + shared) + length * (queries + mixed) + (output_ ? mixed * width : 0);
  }
  Attention* attention() override { return &attention_; }

  void forward(View<const real> x, const MixSetting& setting, View<real> y) override {
    assert(setting.queries.all);
    attention_.reserve(setting.chunk.room, setting.source().room);
    attention_.project(setting.query_source ? setting.query_source->rows : x, x);
    saved_mixed_.reserve(setting.chunk.room, attention_.mixed_width());
    const View<real> mixed = saved_mixed_.shape(y.rows, attention_.mixed_width());
    attention_.mix(mixture(x), setting, mixed);
    tell(setting.taps, setting.block, "attention.mixed", mixed);
    attention_.projects_output() ? attention_.output(mixed, y) : copy_to(mixed, y);
    add_bias(y, attention_.output_bias());
    tell(setting.taps, setting.block, "attention.output", y);
  }

  void backward(View<const real> x, const MixSetting& setting, View<real> dy, View<real> dx) override {
    const Index room = setting.chunk.room;
    const QuerySource query_source = setting.query_source ? *setting.query_source : QuerySource{x, dx};
    View<real> d_mixed = dy;
    if (attention_.projects_output()) {
      d_mixed_.reserve(room, attention_.mixed_width());
      d_mixed = d_mixed_.shape(dy.rows, attention_.mixed_width());
    }
    attention_.output_backward(saved_mixed_.view(), dy, d_mixed);
    dq_.reserve(room, attention_.q().columns);
    d_key_value_.reserve(setting.source().room, attention_.key_value_width());
    const View<real> dq = dq_.shape(dy.rows, attention_.q().columns);
    const View<real> d_key_value = d_key_value_.shape(dx.rows, attention_.key_value_width());
    attention_.mix_backward(mixture(x), setting, saved_mixed_.view(), d_mixed, dq, d_key_value);
    attention_.project_backward(query_source.rows, x, dq, d_key_value, query_source.gradient, dx);
  }

 private:
  Attention::Mixture mixture(View<const real> x) {
    return {attention_.q(), attention_.keys(x), attention_.values(x), attention_.own_keys(), x};
  }

  bool causal_;
  bool output_;
  Attention attention_;
  Tensor saved_mixed_;  // (rows, mixed width)
  Tensor d_mixed_, dq_, d_key_value_;
};

}  // namespace

SEXTANT_DEFINE_MIXER(attention, AttentionMixer)

}  // namespace sextant::nn::inline SEXTANT_PRECISION
