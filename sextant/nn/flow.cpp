#include "sextant/nn/flow.h"

#include <algorithm>

#include "sextant/math/dropout.h"
#include "sextant/nn/embedding.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Flow::Flow(const ModelOptions& model_in, const TaskShape& task, const Dimensions& dimensions_in)
    : model(model_in),
      shape(task),
      dimensions(dimensions_in),
      rows(static_cast<std::size_t>(dimensions_in.depth) + 1) {}

void Flow::begin_batch(const Batch& source, Index first, Index count, const Pass& of) {
  require_lengths(source, shape);
  batch = &source;
  first_sample = first;
  sample_count = count;
  pass = of;
  length = source.longest(first, count, shape.length) + (model.cls ? 1 : 0);
  ids.reserve(static_cast<std::size_t>(sample_count * dimensions.length));
  ids.resize(static_cast<std::size_t>(sample_count * length));
  std::size_t row = 0;
  for (Index sample = 0; sample < sample_count; ++sample) {
    if (model.cls) ids[row++] = Embedding::cls;
    const Index own = batch->length_of(first_sample + sample, shape.length);
    for (Index token = 0; token < length - (model.cls ? 1 : 0); ++token) {
      const auto from = static_cast<std::size_t>((first_sample + sample) * shape.length + token);
      if (token >= own)
        ids[row++] = Embedding::blank;
      else if (!batch->masked.empty() && batch->masked[from])
        ids[row++] = Embedding::masked;
      else
        ids[row++] = shape.input == InputKind::values ? 0 : batch->tokens[from];
    }
  }
}

std::span<const std::int32_t> Flow::chunk_ids() const {
  const auto offset = static_cast<std::size_t>((chunk.first_sample - first_sample) * chunk.length);
  return std::span(ids).subspan(offset, static_cast<std::size_t>(chunk.rows()));
}

View<const real> Flow::fill_values() {
  if (shape.input != InputKind::values) return {};
  values.reserve(chunk.room, shape.features);
  const View<real> target = values.shape_zero(chunk.rows(), shape.features);
  for (Index row = 0; row < chunk.rows(); ++row) {
    const Index token = row % chunk.length - (model.cls ? 1 : 0);
    const Index sample = chunk.first_sample + row / chunk.length;
    const auto source = static_cast<std::size_t>(sample * shape.length + token);
    if (token < 0 || token >= batch->length_of(sample, shape.length) ||
        (!batch->masked.empty() && batch->masked[source]))
      continue;
    const double* from = batch->values.data() + static_cast<Index>(source) * shape.features;
    for (Index j = 0; j < shape.features; ++j) target(row, j) = static_cast<real>(from[j]);
  }
  return target;
}

// Whether the readout reads a row of a sample, whose length counts a CLS token.
bool Flow::reads(Index sample, Index position, Index own_length) const {
  const Index front = model.cls ? 1 : 0;
  const bool is_token = position >= front && position < own_length;
  switch (shape.readout) {
    case ReadoutPlace::pooled:
      return true;
    case ReadoutPlace::every:
      return is_token;
    case ReadoutPlace::last:
      return position == own_length - 1;
    case ReadoutPlace::cls:
      return position == 0;
    case ReadoutPlace::masked:
      return is_token && batch->masked[static_cast<std::size_t>(sample * shape.length + position - front)];
  }
  return false;
}

void Flow::begin_chunk(Index first, Index count, bool without_first, Index most) {
  const bool ragged = !batch->lengths.empty();
  chunk.samples = count;
  chunk.length = length;
  chunk.first_sample = first;
  chunk.batch_samples = batch->samples;
  chunk.room = ragged ? std::max(chunk.rows(), most) : chunk.rows();
  chunk.positions.reserve(static_cast<std::size_t>(chunk.room));
  chunk.positions.resize(static_cast<std::size_t>(chunk.rows()));
  chunk.lengths.clear();
  if (ragged) chunk.lengths.reserve(static_cast<std::size_t>(chunk.room));
  for (QuerySet* set : {&chunk.carried, &chunk.wanted}) {
    set->reserve(chunk.room, ragged ? chunk.room : count);
    set->clear();
  }
  for (Index sample = 0; sample < count; ++sample) {
    const Index own = batch->length_of(first + sample, shape.length) + (model.cls ? 1 : 0);
    if (ragged) chunk.lengths.push_back(static_cast<std::int32_t>(own));
    for (Index position = 0; position < chunk.length; ++position) {
      const Index row = sample * chunk.length + position;
      chunk.positions[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(position);
      if (without_first && position == 0) continue;
      const Index in_stream = chunk.carried.count();
      chunk.carried.add(row, in_stream, position);
      if (reads(first + sample, position, own)) chunk.wanted.add(row, in_stream, position);
    }
    chunk.carried.end_sample();
    chunk.wanted.end_sample();
  }
  chunk.wanted.all = chunk.wanted.count() == chunk.carried.count();
}

void Flow::disturb(Index block, View<real> x) const {
  add_noise(x, pass.noise, {pass.seed, Stream::analysis, pass.step, static_cast<std::uint32_t>(block)},
            (block == 0 ? chunk : carried()).first_row());
}

View<const real> Flow::residual(Index block) {
  const QuerySet& wanted = queries(block);
  if (wanted.all) return input(block);
  gathered.reserve(chunk.room, dimensions.width);
  gather_rows(input(block), wanted.places, gathered.shape(wanted.count(), dimensions.width));
  return gathered.view();
}

void Flow::spread_residual(Index block) {
  const QuerySet& wanted = queries(block);
  if (wanted.all) return;
  const View<real> dx = d_next.shape_zero(chunk.carried.count(), dimensions.width);
  scatter_add_rows(d.view(), wanted.places, dx);
  std::swap(d, d_next);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
