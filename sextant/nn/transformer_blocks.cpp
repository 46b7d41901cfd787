// The residual stream through the blocks, forward and backward.
#include "sextant/math/dropout.h"
#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void Transformer::Impl::blocks_forward() {
  for (Index number = 0; number < dimensions.depth; ++number) block_forward(number);
}

void Transformer::Impl::blocks_backward() {
  for (Index number = dimensions.depth - 1; number >= 0; --number) block_backward(number);
}

template <class Act>
void Transformer::Impl::with_setting(Index number, const Act& act) {
  const Random pattern = flow.random(number, Site::attention);
  const Random after_mixer = flow.random(number, Site::attention_residual);
  const Random after_feed_forward = flow.random(number, Site::feed_forward_residual);
  const bool residual = flow.drops(options.dropout_residual);
  act(MixSetting{.chunk = flow.carried(),
                 .queries = flow.queries(number),
                 .position = encodings.at(number),
                 .dropout = flow.drops(options.dropout_attention) ? &pattern : nullptr,
                 .neighbours = neighbours ? &*neighbours : nullptr,
                 .read = reads_latents(number) ? &flow.chunk : nullptr,
                 .query_source = reads_latents(number) ? &latents->query_source() : nullptr,
                 .taps = flow.taps,
                 .block = number},
      ResidualDropout{residual ? &after_mixer : nullptr, residual ? &after_feed_forward : nullptr});
}

// What comes to a block's input besides the last block's output: its own positions, and noise.
void Transformer::Impl::add_input(Index number) {
  if (number == 0) return;  // embed did that
  const View<real> x = flow.rows[static_cast<std::size_t>(number)].view();
  if (encodings.adds(number)) {
    encodings.at(number)->add_to_embeddings(x, flow.chunk.carried.positions);
    if (flow.drops(options.dropout_position))
      drop(x, options.dropout_position, flow.random(number, Site::position), flow.chunk.first_row());
  }
  if (flow.pass.noise > 0) flow.disturb(number, x);
}

void Transformer::Impl::input_backward(Index number) {
  const View<real> d = flow.d.view();
  if (number == 0) return entry.backward({flow.chunk_ids(), flow.values.view(), flow.chunk.positions}, flow, d);
  if (!encodings.adds(number)) return;
  if (flow.drops(options.dropout_position))
    drop(d, options.dropout_position, flow.random(number, Site::position), flow.chunk.first_row());
  encodings.at(number)->embeddings_backward(d, flow.chunk.carried.positions);
}

void Transformer::Impl::block_forward(Index number) {
  Tensor& output = flow.rows[static_cast<std::size_t>(number) + 1];
  output.reserve(flow.carried().room, dimensions.width);
  output.shape(flow.queries(number).count(), dimensions.width);
  add_input(number);
  with_setting(number, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    if (plan->covers(number)) return plan->forward(number, flow, setting, dropout);
    const View<const real> residual = reads_latents(number) ? latents->rows() : flow.residual(number);
    block(number).forward(flow.input(number), residual, setting, dropout, flow.output(number));
  });
}

// flow.d is d loss / d output of the block and becomes d loss / d input (or goes into the plan's tables).
void Transformer::Impl::block_backward(Index number) {
  with_setting(number, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    if (plan->covers(number)) {
      if (plan->backward(number, flow, setting, dropout)) input_backward(number);
      return;
    }
    block(number).backward(setting, dropout, flow.d.view());
    if (reads_latents(number)) {
      const View<real> dx = flow.d_next.shape_zero(flow.chunk.rows(), dimensions.width);
      block(number).backward_input(flow.input(number), setting, dx);
      latents->backward(flow.d.view());
      std::swap(flow.d, flow.d_next);
    } else {
      flow.spread_residual(number);
      block(number).backward_input(flow.input(number), setting, flow.d.view());
    }
    input_backward(number);
  });
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
