// Where the residual stream begins: from tokens or values to the first block's input, and back.
#include "sextant/math/dropout.h"
#include "sextant/nn/tell.h"
#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

// Embeddings, positions of the first block, their norm and dropout: row by row.
void Transformer::Impl::enter(std::span<const std::int32_t> row_ids, View<const real> row_values,
                              RowPositions row_positions, View<real> x) {
  embedding.forward(row_ids, row_values, x);
  tell(taps, "token_embeddings", x);
  if (adds_position(0)) position_at(0)->add_to_embeddings(x, row_positions);
  if (embedding_norm) embedding_norm->forward(x, nullptr, {}, {}, x);
  if (drops(options.dropout_position)) drop(x, options.dropout_position, random(0, Site::position), chunk.first_row());
  if (pass.noise > 0) disturb(0, x);
  tell(taps, "embeddings", x);
}

// The first block's input of this chunk, row by row.
void Transformer::Impl::enter_chunk() {
  if (shape.input == InputKind::values) fill_values();
  streams[0].reserve(chunk.room, dimensions.width);
  const View<real> x = streams[0].shape(chunk.rows(), dimensions.width);
  if (affine_in_use) {
    affine.set_inputs(values.view());
    return affine.look_up(table.view(), x);
  }
  const auto offset = static_cast<std::size_t>((chunk.first_sample - first_sample) * chunk.length);
  enter(std::span(ids).subspan(offset, static_cast<std::size_t>(chunk.rows())), values.view(), chunk.positions, x);
}

// Noise on a block's input: every row of the chunk is there (distinct rows and the stem are not in use).
void Transformer::Impl::disturb(Index block, View<real> x) const {
  add_noise(x, pass.noise, {pass.seed, Stream::analysis, pass.step, static_cast<std::uint32_t>(block)},
            (block == 0 ? chunk : stream_chunk()).first_row());
}

void Transformer::Impl::enter_backward(RowPositions row_positions, View<real> dx) {
  if (drops(options.dropout_position)) drop(dx, options.dropout_position, random(0, Site::position), chunk.first_row());
  if (embedding_norm) embedding_norm->backward(dx, dx, Write::replace);
  if (adds_position(0)) position_at(0)->embeddings_backward(dx, row_positions);
  embedding.backward(dx);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
