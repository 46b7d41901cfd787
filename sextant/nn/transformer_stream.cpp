// The residual stream through the blocks, forward and backward.
#include "sextant/math/dropout.h"
#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

const QuerySet& Transformer::Impl::queries_of(Index block) const {
  return narrow_last && block == dimensions.depth - 1 ? chunk.wanted : stream_chunk().carried;
}

template <class Act>
void Transformer::Impl::with_setting(Index block, const Act& act) {
  const Random pattern = random(block, Site::attention);
  const Random after_mixer = random(block, Site::attention_residual);
  const Random after_feed_forward = random(block, Site::feed_forward_residual);
  const bool residual = drops(options.dropout_residual);
  act(MixSetting{.chunk = stream_chunk(),
                 .queries = queries_of(block),
                 .position = stem.at_work ? nullptr : position_at(block),  // one key: no score matters
                 .affine = block == 0 && affine_in_use ? &affine : nullptr,
                 .dropout = drops(options.dropout_attention) ? &pattern : nullptr,
                 .neighbours = neighbours ? &*neighbours : nullptr,
                 .read = reads_latents(block) ? &chunk : nullptr,
                 .asking = reads_latents(block) ? &latents->asking() : nullptr,
                 .taps = taps,
                 .block = block},
      ResidualDropout{residual ? &after_mixer : nullptr, residual ? &after_feed_forward : nullptr});
}

// The distinct row of each row of this chunk.
RowIndex Transformer::Impl::cells() const {
  if (stem.at_work) return stem.cells;
  return distinct.index((chunk.first_sample - first_sample) * chunk.length, chunk.rows());
}

// The first block's q, keys, values and residual of this chunk, picked from the table of distinct rows.
View<const real> Transformer::Impl::pick_from_table(const QuerySet& queries) {
  Attention& attention = blocks[0].attention();
  gathered_keys.reserve(chunk.room, attention.keys().columns);
  gather_rows(attention.keys(), cells(), gathered_keys.shape(chunk.rows(), attention.keys().columns));
  gathered_values.reserve(chunk.room, attention.values().columns);
  gather_rows(attention.values(), cells(), gathered_values.shape(chunk.rows(), attention.values().columns));
  query_cells.reserve(static_cast<std::size_t>(chunk.room));
  query_cells.clear();
  for (const std::int32_t row : queries.rows) query_cells.push_back(cells()[static_cast<std::size_t>(row)]);
  gathered_q.reserve(chunk.room, attention.q().columns);
  gather_rows(attention.q(), query_cells, gathered_q.shape(queries.count(), attention.q().columns));
  gathered_residual.reserve(chunk.room, dimensions.width);
  gather_rows(table.view(), query_cells, gathered_residual.shape(queries.count(), dimensions.width));
  return gathered_residual.view();
}

Attention::Mixture Transformer::Impl::mixture_of(Index block) {
  if (block == 0 && distinct_in_use) return {gathered_q.view(), gathered_keys.view(), gathered_values.view()};
  if (block == 0 && affine_in_use)
    return {{nullptr, queries_of(0).count(), 0}, {nullptr, chunk.rows(), 0}, gathered_values.view()};
  Attention& attention = blocks[static_cast<std::size_t>(block)].attention();
  if (!stem.in_use || stem.at_work) return {attention.q(), attention.keys(), attention.values()};
  const View<real> completed = stem.blocks[static_cast<std::size_t>(block)].completed.view();
  return {attention.q(), attention.keys_in(completed), attention.values_in(completed)};
}

// What comes to a block's input besides the last block's output: its own positions, and noise.
void Transformer::Impl::add_input(Index block) {
  if (block == 0) return;  // enter did that
  const View<real> x = streams[static_cast<std::size_t>(block)].view();
  if (adds_position(block)) {
    position_at(block)->add_to_embeddings(x, chunk.carried.positions);
    if (drops(options.dropout_position))
      drop(x, options.dropout_position, random(block, Site::position), chunk.first_row());
  }
  if (pass.noise > 0) disturb(block, x);
}

void Transformer::Impl::input_backward(Index block) {
  if (block == 0) return enter_backward(chunk.positions, d_stream.view());
  if (!adds_position(block)) return;
  if (drops(options.dropout_position))
    drop(d_stream.view(), options.dropout_position, random(block, Site::position), chunk.first_row());
  position_at(block)->embeddings_backward(d_stream.view(), chunk.carried.positions);
}

// A block's input at its queries.
View<const real> Transformer::Impl::residual_of(Index block) {
  const QuerySet& queries = queries_of(block);
  const View<real> input = streams[static_cast<std::size_t>(block)].view();
  if (queries.all) return input;
  gathered_residual.reserve(chunk.room, dimensions.width);
  gather_rows(input, queries.places, gathered_residual.shape(queries.count(), dimensions.width));
  return gathered_residual.view();
}

// The gradient of that back to all rows of the input.
void Transformer::Impl::spread_residual(Index block) {
  const QuerySet& queries = queries_of(block);
  if (queries.all) return;
  const View<real> dx = d_next.shape_zero(chunk.carried.count(), dimensions.width);
  scatter_add_rows(d_stream.view(), queries.places, dx);
  std::swap(d_stream, d_next);
}

void Transformer::Impl::forward_block(Index block) {
  Tensor& output = streams[static_cast<std::size_t>(block) + 1];
  output.reserve(stream_chunk().room, dimensions.width);
  output.shape(queries_of(block).count(), dimensions.width);
  if (!(block == 0 && distinct_in_use)) add_input(block);
  planned(block) ? forward_planned(block) : forward_plain(block);
}

void Transformer::Impl::forward_plain(Index block) {
  with_setting(block, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    const View<const real> residual = reads_latents(block) ? latents->rows() : residual_of(block);
    blocks[static_cast<std::size_t>(block)].forward(streams[static_cast<std::size_t>(block)].view(), residual, setting,
                                                    dropout, streams[static_cast<std::size_t>(block) + 1].view());
  });
}

// d_stream is d loss / d output of the block and becomes d loss / d input (or goes into the tables).
void Transformer::Impl::backward_block(Index block) {
  planned(block) ? backward_planned(block) : backward_plain(block);
}

void Transformer::Impl::backward_plain(Index block) {
  with_setting(block, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    Block& layer = blocks[static_cast<std::size_t>(block)];
    layer.backward(setting, dropout, d_stream.view());
    if (reads_latents(block)) {
      layer.backward_input(setting, d_next.shape_zero(chunk.rows(), dimensions.width));
      latents->backward(d_stream.view());
      return std::swap(d_stream, d_next);
    }
    spread_residual(block);
    layer.backward_input(setting, d_stream.view());
  });
  input_backward(block);
}

void Transformer::Impl::forward_planned(Index block) {
  Block& layer = blocks[static_cast<std::size_t>(block)];
  const QuerySet& queries = queries_of(block);
  const Tensor& input = streams[static_cast<std::size_t>(block)];
  View<const real> residual;
  if (block == 0 && distinct_in_use) {
    residual = pick_from_table(queries);
  } else {
    if (block == 0 && affine_in_use) {
      gathered_values.reserve(chunk.room, dimensions.width);
      affine.look_up(layer.attention().values(), gathered_values.shape(chunk.rows(), dimensions.width));
    } else {
      layer.reserve(chunk.room);
      layer.project(input.view(), queries.places, queries.all);
    }
    if (stem.in_use) complete_key_value(block);
    residual = residual_of(block);
  }
  with_setting(block, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    layer.mix(mixture_of(block), residual, setting, dropout, streams[static_cast<std::size_t>(block) + 1].view());
  });
}

void Transformer::Impl::backward_planned(Index block) {
  Block& layer = blocks[static_cast<std::size_t>(block)];
  const Index q_width = mixture_of(block).q.columns;
  dq.reserve(chunk.room, q_width);
  dq.shape(queries_of(block).count(), q_width);
  const Index key_value_width = layer.attention().key_value_width();
  d_key_value.reserve(chunk.room, key_value_width);
  d_key_value.shape(chunk.rows(), key_value_width);
  with_setting(block, [&](const MixSetting& setting, const ResidualDropout& dropout) {
    layer.mix_backward(mixture_of(block), setting, dropout, d_stream.view(), dq.view(), d_key_value.view());
  });
  if (block == 0 && distinct_in_use) {
    scatter_add_rows(d_key_value.view(), cells(), d_table_key_value.view());
    scatter_add_rows(dq.view(), query_cells, d_table_q.view());
    scatter_add_rows(d_stream.view(), query_cells, d_table.view());
    return;
  }
  spread_residual(block);
  if (block == 0 && affine_in_use) {
    affine.gather(layer.attention().values_in(d_key_value.view()),
                  layer.attention().values_in(d_table_key_value.view()));
    return affine.gather(d_stream.view(), d_table.view());
  }
  layer.project_backward(dq.view(), stem.in_use ? split_gradient(block, d_key_value.view()) : d_key_value.view(),
                         d_stream.view());
  input_backward(block);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
