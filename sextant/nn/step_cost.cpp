// Per token and block: projections to queries, keys and values, scores, mixture, output projection, feed-forward.
#include "sextant/nn/step_cost.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

double count_step_operations(const ModelOptions& options, const TaskShape& shape, Index batch) {
  const Dimensions d = resolve(options, shape);
  // As real numbers: of the largest options an integer would not hold the product.
  const auto real_of = [](Index number) { return static_cast<double>(number); };
  const double width = real_of(d.width), length = real_of(d.length);
  const double keys = real_of(d.heads) * real_of(d.key_width), values = real_of(d.heads) * real_of(d.value_width);
  const double projections = width * (2 * keys + values);
  const double attention = length * (keys + values);
  const double output = options.attention_output ? values * width : 0;
  const double feed_forward = 2 * width * real_of(d.feed_forward);
  const double per_token = real_of(d.depth) * (projections + attention + output + feed_forward);
  const double embedding = shape.input == InputKind::tokens ? 0 : real_of(shape.features) * width;
  const bool one_row = shape.readout == ReadoutPlace::last || shape.readout == ReadoutPlace::pooled ||
                       shape.readout == ReadoutPlace::cls;
  const double readout = (one_row ? 1 : length) * width * real_of(shape.outputs);
  constexpr double multiply_and_add = 2, forward_and_backward = 3;
  return multiply_and_add * forward_and_backward * static_cast<double>(batch) *
         (length * (per_token + embedding) + readout);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
