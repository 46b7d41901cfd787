// A batch before its first chunk: what each row is, how each block is best computed, which rows are read.
#include <algorithm>

#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

bool Transformer::Impl::can_use_distinct() const {
  if (position_at(0) && position_at(0)->needs_inputs()) return false;  // of whole samples
  return planned(0) && shape.input != InputKind::values && !drops(options.dropout_position) && pass.noise == 0 &&
         (shape.features + Embedding::special_count) * length <= DistinctRows::most_pairs;
}

// Rows that the readout will read in this part of the batch.
Index Transformer::Impl::count_wanted() const {
  if (shape.readout == ReadoutPlace::last || shape.readout == ReadoutPlace::cls) return sample_count;
  if (shape.readout != ReadoutPlace::masked) return sample_count * length;
  const auto first = batch->masked.begin() + first_sample * shape.length;
  return static_cast<Index>(std::count_if(first, first + sample_count * shape.length, [](auto m) { return m != 0; }));
}

// Whether a block is computed by a plan of attention instead of by the contract of mixers.
bool Transformer::Impl::planned(Index block) const {
  return savings && !taps && !latents && blocks[static_cast<std::size_t>(block)].has_attention();
}

// Chooses how each block's attention is computed. The first block may do without the table of distinct rows.
void Transformer::Impl::prepare_blocks() {
  const Index rows = sample_count * length;
  affine_in_use = false;
  for (Index block = 0; block < dimensions.depth; ++block) {
    if (!planned(block)) {
      blocks[static_cast<std::size_t>(block)].mixer().prepare();
      continue;
    }
    Attention& attention = blocks[static_cast<std::size_t>(block)].attention();
    const Attention::Form form =
        attention.cheapest_form({.rows = rows,
                                 .queries = block == dimensions.depth - 1 ? count_wanted() : rows,
                                 .distinct = block == 0 && distinct_in_use ? distinct.count() : 0,
                                 .affine = block == 0 && can_use_affine(),
                                 .drops_pattern = drops(options.dropout_attention),
                                 .position = position_at(block)});
    if (block == 0 && form == Attention::Form::lean) distinct_in_use = false;
    if (block == 0) affine_in_use = form == Attention::Form::affine;
    attention.prepare(form);
  }
}

// Embeds and projects the distinct first rows.
void Transformer::Impl::prepare_table() {
  const Index rows = distinct.count();
  const Index most =
      std::min((shape.features + Embedding::special_count) * dimensions.length, static_cast<Index>(ids.size()));
  for (Tensor* tensor : {&table, &d_table}) tensor->reserve(most, dimensions.width);
  enter(distinct.ids(), {}, distinct.positions(), table.shape(rows, dimensions.width));
  blocks[0].reserve(most);
  blocks[0].project(table.view(), {}, true);
  d_table.shape_zero(rows, dimensions.width);
  const Index q_width = blocks[0].attention().q().columns;
  d_table_q.reserve(most, q_width);
  d_table_q.shape_zero(rows, q_width);
  const Index key_value_width = blocks[0].attention().key_value_width();
  d_table_key_value.reserve(most, key_value_width);
  d_table_key_value.shape_zero(rows, key_value_width);
}

void Transformer::Impl::fill_ids() {
  const bool cls = options.cls;
  ids.reserve(static_cast<std::size_t>(sample_count * dimensions.length));
  ids.resize(static_cast<std::size_t>(sample_count * length));
  std::size_t row = 0;
  for (Index sample = 0; sample < sample_count; ++sample) {
    if (cls) ids[row++] = Embedding::cls;
    const Index own = batch->length_of(first_sample + sample, shape.length);
    for (Index token = 0; token < length - (cls ? 1 : 0); ++token) {
      const auto source = static_cast<std::size_t>((first_sample + sample) * shape.length + token);
      if (token >= own)
        ids[row++] = Embedding::blank;
      else if (!batch->masked.empty() && batch->masked[source])
        ids[row++] = Embedding::masked;
      else
        ids[row++] = shape.input == InputKind::values ? 0 : batch->tokens[source];
    }
  }
}

void Transformer::Impl::fill_values() {
  values.reserve(chunk.room, shape.features);
  const View<real> target = values.shape_zero(chunk.rows(), shape.features);
  for (Index row = 0; row < chunk.rows(); ++row) {
    const Index token = row % chunk.length - (options.cls ? 1 : 0);
    const Index sample = chunk.first_sample + row / chunk.length;
    const auto source = static_cast<std::size_t>(sample * shape.length + token);
    if (token < 0 || token >= batch->length_of(sample, shape.length) ||
        (!batch->masked.empty() && batch->masked[source]))
      continue;
    const double* from = batch->values.data() + static_cast<Index>(source) * shape.features;
    for (Index j = 0; j < shape.features; ++j) target(row, j) = static_cast<real>(from[j]);
  }
}

void Transformer::Impl::fill_chunk(Index first, Index count) {
  chunk.samples = count;
  chunk.length = length;
  chunk.first_sample = first;
  chunk.batch_samples = batch->samples;
  chunk.room = batch->lengths.empty() ? chunk.rows() : std::max(chunk.rows(), most_rows);
  chunk.positions.reserve(static_cast<std::size_t>(chunk.room));
  chunk.positions.resize(static_cast<std::size_t>(chunk.rows()));
  chunk.lengths.clear();
  if (!batch->lengths.empty()) chunk.lengths.reserve(static_cast<std::size_t>(chunk.room));
  for (QuerySet* set : {&chunk.carried, &chunk.wanted}) {
    set->reserve(chunk.room, batch->lengths.empty() ? count : chunk.room);
    set->clear();
  }
  const bool narrow = savings && !taps;
  const ReadoutPlace place = shape.readout;
  const Index front = options.cls ? 1 : 0;
  for (Index sample = 0; sample < count; ++sample) {
    const Index own = batch->length_of(first + sample, shape.length) + front;
    if (!batch->lengths.empty()) chunk.lengths.push_back(static_cast<std::int32_t>(own));
    for (Index position = 0; position < chunk.length; ++position) {
      const Index row = sample * chunk.length + position;
      chunk.positions[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(position);
      if (stem.in_use && position == 0) continue;
      const Index in_stream = chunk.carried.count();
      chunk.carried.add(row, in_stream, position);
      const bool is_token = position >= front && position < own;
      const bool read = place == ReadoutPlace::pooled || (place == ReadoutPlace::every && is_token) ||
                        (place == ReadoutPlace::last && position == own - 1) ||
                        (place == ReadoutPlace::cls && !position) ||
                        (place == ReadoutPlace::masked && is_token &&
                         batch->masked[static_cast<std::size_t>((first + sample) * shape.length + position - front)]);
      if (read) chunk.wanted.add(row, in_stream, position);
    }
    chunk.carried.end_sample();
    chunk.wanted.end_sample();
  }
  chunk.wanted.all = chunk.wanted.count() == chunk.carried.count();
  narrow_last = narrow && !chunk.wanted.all && !latents && !blocks.back().counts_every_row();
  if (latents) latents->begin_chunk(chunk, batch->lengths.empty() ? count : std::min(chunk.room, sample_count));
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
