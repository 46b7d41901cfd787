// Per token and block what the mixer and the feed-forward network count of themselves; then embedding and readout.
#include "sextant/nn/step_cost.h"

#include "sextant/nn/block.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

double count_step_operations(const ModelOptions& options, const TaskShape& shape, Index batch) {
  const Dimensions d = resolve(options, shape);
  // As real numbers: of the largest options an integer would not hold the product.
  const auto real_of = [](Index number) { return static_cast<double>(number); };
  const double width = real_of(d.width), length = real_of(d.length);
  const double rows = options.latents ? real_of(d.latents) : length;  // of the stream behind the first block
  Parameters unused;                                                  // declared, never laid out
  Scratch scratch;
  double blocks = 0;
  for (Index block = 0; block < d.depth; ++block) {
    Dimensions own = d;
    if (options.latents && block > 0) own.length = d.latents;
    blocks += rows * Block(options, own, unused, block, shape.ragged, scratch).cost_per_token();
  }
  // The first block's latents read keys and values of tokens, not of themselves.
  if (options.latents) blocks += (length - rows) * width * real_of(d.keys() + d.values());
  const double embedding = shape.input == InputKind::tokens ? 0 : real_of(shape.features) * width;
  const bool one_row = shape.readout == ReadoutPlace::last || shape.readout == ReadoutPlace::pooled ||
                       shape.readout == ReadoutPlace::cls;
  const double readout = (one_row ? 1 : length) * width * real_of(shape.outputs);
  constexpr double multiply_and_add = 2, forward_and_backward = 3;
  return multiply_and_add * forward_and_backward * static_cast<double>(batch) * (blocks + length * embedding + readout);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
