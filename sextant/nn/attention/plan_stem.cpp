// The stem forward and backward (stem.h): a chunk whose samples have one token, none of which is read.
#include "sextant/nn/attention/plan.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void AttentionPlan::find_first_tokens(const Flow& flow) {
  const auto kinds = static_cast<std::size_t>(flow.shape.features + Embedding::special_count);
  stem_.number.assign(kinds, -1);
  stem_.cells.reserve(kinds);
  stem_.cells.clear();
  stem_.of_sample.clear();
  for (Index sample = 0; sample < flow.sample_count; ++sample) {
    const Index row = sample * flow.length;
    const std::int32_t id = flow.ids[static_cast<std::size_t>(row)];
    std::int32_t& number = stem_.number[static_cast<std::size_t>(id + Embedding::special_count)];
    if (number < 0) {
      number = static_cast<std::int32_t>(stem_.rows());
      stem_.cells.push_back(distinct_.index(row, 1).front());
    }
    stem_.of_sample.push_back(number);
  }
}

void AttentionPlan::prepare_stem(Flow& flow, const ThroughBlocks& forward) {
  find_first_tokens(flow);
  const Index most = flow.shape.features + Embedding::special_count;
  for (std::size_t block = 1; block < blocks_.size(); ++block) {
    const Index width = blocks_[block].attention().key_value_width();
    Stem::Block& own = stem_.blocks[block];
    blocks_[block].reserve(most);
    for (Tensor* tensor : {&own.key_value, &own.d_key_value}) tensor->reserve(most, width);
    own.d_key_value.shape_zero(stem_.rows(), width);
  }
  begin_stem(flow);
  forward();
  stem_.at_work = false;
}

void AttentionPlan::begin_stem(Flow& flow) {
  Chunk& chunk = flow.chunk;
  chunk.samples = stem_.rows();
  chunk.length = 1;
  chunk.first_sample = flow.first_sample;
  chunk.lengths.clear();
  chunk.room = flow.shape.features + Embedding::special_count;
  chunk.positions.reserve(static_cast<std::size_t>(chunk.room));
  chunk.positions.assign(static_cast<std::size_t>(chunk.rows()), 0);
  for (QuerySet* set : {&chunk.carried, &chunk.wanted}) {
    set->reserve(chunk.room, chunk.room);
    set->clear();
  }
  for (Index row = 0; row < stem_.rows(); ++row) {
    chunk.carried.add(row, row, 0);
    chunk.carried.end_sample();
    chunk.wanted.end_sample();
  }
  chunk.wanted.all = false;
  flow.narrow_last = true;
  stem_.at_work = true;
}

// The chunks have written over the stem's activations, so it goes forward once more before it goes back.
void AttentionPlan::finish_stem(Flow& flow, const ThroughBlocks& forward, const ThroughBlocks& backward) {
  begin_stem(flow);
  forward();
  for (Tensor* tensor : {&flow.d, &flow.d_next}) tensor->reserve(flow.chunk.room, flow.dimensions.width);
  flow.d.shape(0, flow.dimensions.width);  // nothing reads the stem's last output
  backward();
  stem_.at_work = false;
}

// After a block's projections: the stem keeps its keys and values, a chunk puts them before those of its samples.
void AttentionPlan::complete_key_value(Index block, const Flow& flow) {
  Stem::Block& own = stem_.blocks[static_cast<std::size_t>(block)];
  const Chunk& chunk = flow.chunk;
  const View<const real> made =
      attention(block).key_value(blocks_[static_cast<std::size_t>(block)].mixer_input(flow.input(block)));
  if (stem_.at_work) return copy_to(made, own.key_value.shape(made.rows, made.columns));
  own.completed.reserve(chunk.room, made.columns);
  const View<real> completed = own.completed.shape(chunk.rows(), made.columns);
  const Index carried = chunk.length - 1;
  for (Index sample = 0; sample < chunk.samples; ++sample) {
    const Index row = stem_.of_sample[static_cast<std::size_t>(chunk.first_sample - flow.first_sample + sample)];
    const View<real> target = completed.slice_rows(sample * chunk.length, chunk.length);
    copy_to(own.key_value.view().slice_rows(row, 1), target.slice_rows(0, 1));
    copy_to(made.slice_rows(sample * carried, carried), target.slice_rows(1, carried));
  }
}

// The other way round: d (rows of the chunk, keys and values). What belongs to the stem is gathered, the rest moves up
// in place and comes back; the stem at work takes what was gathered.
View<const real> AttentionPlan::split_gradient(Index block, const Flow& flow, View<real> d) {
  const Chunk& chunk = flow.chunk;
  const View<real> gathered = stem_.blocks[static_cast<std::size_t>(block)].d_key_value.view();
  if (stem_.at_work) {
    add_to(gathered, d);
    return d;
  }
  const RowIndex of_sample = RowIndex(stem_.of_sample)
                                 .subspan(static_cast<std::size_t>(chunk.first_sample - flow.first_sample),
                                          static_cast<std::size_t>(chunk.samples));
  scatter_add_rows({d.data, chunk.samples, d.columns, chunk.length * d.stride}, of_sample, gathered);
  const View<real> rest = d.slice_rows(0, chunk.carried.count());
  gather_rows(d, chunk.carried.rows, rest);  // a row moves to an earlier place, never to its own
  return rest;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
