// A covered block forward and backward: project row by row (or pick from a table), then mix sample by sample.
#include "sextant/nn/attention/plan.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

MixSetting AttentionPlan::own_setting(Index block, const MixSetting& setting) {
  MixSetting own = setting;
  if (stem_.at_work) own.position = nullptr;  // one key: no score matters
  own.affine = is_affine(block) ? &affine_ : nullptr;
  return own;
}

Attention::Mixture AttentionPlan::mixture_of(Index block, const Flow& flow) {
  if (is_picked(block)) return {picked_q_.view(), picked_keys_.view(), picked_values_.view(), picked_keys_.view(), {}};
  if (is_affine(block))
    return {{nullptr, flow.queries(0).count(), 0}, {nullptr, flow.chunk.rows(), 0}, picked_values_.view(), {}, {}};
  Attention& own = attention(block);
  if (stem_.in_use && !stem_.at_work) {
    const View<real> completed = stem_.blocks[static_cast<std::size_t>(block)].completed.view();
    return {own.q(), own.keys_in(completed), own.values_in(completed), own.keys_in(completed), {}};
  }
  const View<const real> input = blocks_[static_cast<std::size_t>(block)].mixer_input(flow.input(block));
  return {own.q(), own.keys(input), own.values(input), own.own_keys(), input};
}

void AttentionPlan::forward(Index block, Flow& flow, const MixSetting& setting, const ResidualDropout& dropout) {
  Block& layer = blocks_[static_cast<std::size_t>(block)];
  const Index room = flow.chunk.room;
  View<const real> residual;
  if (is_picked(block)) {
    residual = pick(flow);
  } else {
    if (is_affine(block)) {
      picked_values_.reserve(room, flow.dimensions.width);
      affine_.look_up(layer.attention().values(table_.view()),
                      picked_values_.shape(flow.chunk.rows(), flow.dimensions.width));
    } else {
      layer.reserve(room);
      layer.project(flow.input(block), &flow.queries(block));
    }
    if (stem_.in_use) complete_key_value(block, flow);
    residual = flow.residual(block);
  }
  layer.mix(mixture_of(block, flow), residual, own_setting(block, setting), dropout, flow.output(block));
}

bool AttentionPlan::backward(Index block, Flow& flow, const MixSetting& setting, const ResidualDropout& dropout) {
  Block& layer = blocks_[static_cast<std::size_t>(block)];
  const Attention::Mixture mixture = mixture_of(block, flow);
  dq_.reserve(flow.chunk.room, mixture.q.columns);
  const View<real> dq = dq_.shape(flow.queries(block).count(), mixture.q.columns);
  const Index key_value_width = layer.attention().key_value_width();
  d_key_value_.reserve(flow.chunk.room, key_value_width);
  const View<real> d_key_value = d_key_value_.shape(flow.chunk.rows(), key_value_width);
  layer.mix_backward(mixture, own_setting(block, setting), dropout, flow.d.view(), dq, d_key_value);
  if (is_picked(block)) {
    scatter_add_rows(d_key_value, cells(flow), d_table_key_value_.view());
    scatter_add_rows(dq, query_cells_, d_table_q_.view());
    scatter_add_rows(flow.d.view(), query_cells_, d_table_.view());
    return false;
  }
  flow.spread_residual(block);
  if (is_affine(block)) {
    affine_.gather(layer.attention().values_in(d_key_value), layer.attention().values_in(d_table_key_value_.view()));
    affine_.gather(flow.d.view(), d_table_.view());
    return false;
  }
  layer.project_backward(flow.input(block), &flow.queries(block), dq,
                         stem_.in_use ? split_gradient(block, flow, d_key_value) : d_key_value, flow.d.view());
  return true;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
