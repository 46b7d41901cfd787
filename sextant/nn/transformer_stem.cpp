// The stem forward and backward (sextant/nn/stem.h): a chunk whose samples have one token, none of which is read.
#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

bool Transformer::Impl::can_use_stem() const {
  const ReadoutPlace place = shape.readout;  // the last token of a sample of one is its first
  const bool reads_first = place == ReadoutPlace::pooled || place == ReadoutPlace::cls ||
                           ((place != ReadoutPlace::last || shape.ragged) && !options.cls) || length == 1;
  // A sample of one token is read at its first. By the tokens there may be, not those there are, so that batches of one
  // size are all computed alike; 4 : 3 because the stem goes forward twice.
  const bool pays = 4 * (shape.features + Embedding::special_count) < 3 * sample_count;
  bool all_planned = true;
  for (Index block = 0; block < dimensions.depth; ++block)
    all_planned = all_planned && planned(block) && !blocks[static_cast<std::size_t>(block)].counts_every_row();
  return pays && all_planned && distinct_in_use && options.causal && dimensions.depth > 1 && !reads_first &&
         !drops(options.dropout_attention) && !drops(options.dropout_residual);
}

void Transformer::Impl::find_first_tokens() {
  const auto kinds = static_cast<std::size_t>(shape.features + Embedding::special_count);
  stem.number.assign(kinds, -1);
  stem.cells.reserve(kinds);
  stem.cells.clear();
  stem.of_sample.clear();
  for (Index sample = 0; sample < sample_count; ++sample) {
    const Index row = sample * length;
    const std::int32_t id = ids[static_cast<std::size_t>(row)];
    std::int32_t& number = stem.number[static_cast<std::size_t>(id + Embedding::special_count)];
    if (number < 0) {
      number = static_cast<std::int32_t>(stem.rows());
      stem.cells.push_back(distinct.index(row, 1).front());
    }
    stem.of_sample.push_back(number);
  }
}

void Transformer::Impl::prepare_stem() {
  stem.in_use = can_use_stem();
  if (!stem.in_use) return;
  find_first_tokens();
  const Index most = shape.features + Embedding::special_count;
  for (std::size_t block = 1; block < blocks.size(); ++block) {
    const Index width = blocks[block].attention().key_value_width();
    Stem::Block& own = stem.blocks[block];
    blocks[block].reserve(most);
    for (Tensor* tensor : {&own.key_value, &own.d_key_value}) tensor->reserve(most, width);
    own.d_key_value.shape_zero(stem.rows(), width);
  }
  forward_stem();
}

void Transformer::Impl::fill_stem_chunk() {
  chunk.samples = stem.rows();
  chunk.length = 1;
  chunk.first_sample = first_sample;
  chunk.lengths.clear();
  chunk.room = shape.features + Embedding::special_count;
  chunk.positions.reserve(static_cast<std::size_t>(chunk.room));
  chunk.positions.assign(static_cast<std::size_t>(chunk.rows()), 0);
  for (QuerySet* set : {&chunk.carried, &chunk.wanted}) {
    set->reserve(chunk.room, chunk.room);
    set->clear();
  }
  for (Index row = 0; row < stem.rows(); ++row) {
    chunk.carried.add(row, row, 0);
    chunk.carried.end_sample();
    chunk.wanted.end_sample();
  }
  chunk.wanted.all = false;
  narrow_last = true;
}

void Transformer::Impl::forward_stem() {
  fill_stem_chunk();
  stem.at_work = true;
  for (Index block = 0; block < dimensions.depth; ++block) forward_block(block);
  stem.at_work = false;
}

void Transformer::Impl::backward_stem() {
  forward_stem();
  stem.at_work = true;
  for (Tensor* tensor : {&d_stream, &d_next}) tensor->reserve(chunk.room, dimensions.width);
  d_stream.shape(0, dimensions.width);  // nothing reads the stem's last output
  for (Index block = dimensions.depth - 1; block >= 0; --block) backward_block(block);
  stem.at_work = false;
}

// After a block's projections: the stem keeps its keys and values, a chunk puts them before those of its samples.
void Transformer::Impl::complete_key_value(Index block) {
  Stem::Block& own = stem.blocks[static_cast<std::size_t>(block)];
  const View<const real> made = blocks[static_cast<std::size_t>(block)].attention().key_value();
  if (stem.at_work) return copy_to(made, own.key_value.shape(made.rows, made.columns));
  own.completed.reserve(chunk.room, made.columns);
  const View<real> completed = own.completed.shape(chunk.rows(), made.columns);
  const Index carried = chunk.length - 1;
  for (Index sample = 0; sample < chunk.samples; ++sample) {
    const Index row = stem.of_sample[static_cast<std::size_t>(chunk.first_sample - first_sample + sample)];
    const View<real> target = completed.slice_rows(sample * chunk.length, chunk.length);
    copy_to(own.key_value.view().slice_rows(row, 1), target.slice_rows(0, 1));
    copy_to(made.slice_rows(sample * carried, carried), target.slice_rows(1, carried));
  }
}

// The other way round: d (rows of the chunk, keys and values). What belongs to the stem is gathered, the rest moves up
// in place and comes back; the stem at work takes what was gathered.
View<const real> Transformer::Impl::split_gradient(Index block, View<real> d) {
  const View<real> gathered = stem.blocks[static_cast<std::size_t>(block)].d_key_value.view();
  if (stem.at_work) {
    add_to(gathered, d);
    return d;
  }
  const RowIndex of_sample = RowIndex(stem.of_sample)
                                 .subspan(static_cast<std::size_t>(chunk.first_sample - first_sample),
                                          static_cast<std::size_t>(chunk.samples));
  scatter_add_rows({d.data, chunk.samples, d.columns, chunk.length * d.stride}, of_sample, gathered);
  const View<real> rest = d.slice_rows(0, chunk.carried.count());
  gather_rows(d, chunk.carried.rows, rest);  // a row moves to an earlier place, never to its own
  return rest;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
