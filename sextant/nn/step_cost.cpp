// Per token and block: projections to queries, keys and values, scores, mixture, output projection, feed-forward.
#include "sextant/nn/step_cost.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

double count_step_operations(const ModelOptions& options, const TaskShape& shape, Index batch) {
  const Dimensions d = resolve(options, shape);
  const Index projections = d.width * (2 * d.keys() + d.values());
  const Index attention = d.length * (d.keys() + d.values());
  const Index output = options.attention_output ? d.values() * d.width : 0;
  const Index feed_forward = 2 * d.width * d.feed_forward;
  const Index per_token = d.depth * (projections + attention + output + feed_forward);
  const Index embedding = shape.input == InputKind::tokens ? 0 : shape.features * d.width;
  const bool one_row = shape.readout == ReadoutPlace::last || shape.readout == ReadoutPlace::pooled ||
                       shape.readout == ReadoutPlace::cls;
  const Index readout = (one_row ? 1 : d.length) * d.width * shape.outputs;
  constexpr double multiply_and_add = 2, forward_and_backward = 3;
  return multiply_and_add * forward_and_backward * static_cast<double>(batch) *
         static_cast<double>(d.length * (per_token + embedding) + readout);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
