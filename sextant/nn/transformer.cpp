#include "sextant/nn/transformer.h"

#include <algorithm>

#include "sextant/math/dropout.h"
#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

namespace {

Arrangement tokens_of(const Arrangement& arrangement, const ModelOptions& model, const TaskShape& task) {
  require(arrangement.count() == task.length,
          "positions: the arrangement has {} tokens, but a sample of the task has {}", arrangement.count(),
          task.length);
  return model.cls ? arrangement.with_cls() : arrangement;
}

TaskShape shape_of_readout(const TaskShape& task, const Dimensions& dimensions) {
  TaskShape shape = task;
  if (dimensions.latents > 0) shape.readout = ReadoutPlace::pooled;  // over the latents
  return shape;
}

}  // namespace

Transformer::Impl::Impl(const ModelOptions& model, const PositionOptions& position, const TaskShape& task,
                        const Arrangement& arrangement)
    : options(model),
      shape(task),
      dimensions(resolve(model, task)),
      embedding(model, dimensions, task, parameters),
      encodings(model, dimensions, position, tokens_of(arrangement, model, task), parameters),
      entry(embedding, encodings, embedding_norm),
      flow(options, shape, dimensions) {
  if (model.embedding_norm) embedding_norm.emplace(parameters, "embedding_norm", dimensions, model.norm_epsilon);
  if (dimensions.latents > 0) latents.emplace(model, dimensions, parameters);
  if (model.neighbours) neighbours.emplace(tokens_of(arrangement, model, task));
  blocks.reserve(static_cast<std::size_t>(dimensions.depth));
  for (Index block = 0; block < dimensions.depth; ++block)
    blocks.emplace_back(model, dimensions, parameters, block, task.ragged, scratch);
  require(task.readout != ReadoutPlace::cls ||
              std::ranges::any_of(blocks, [](Block& block) { return block.mixer().sees_later(); }),
          "model.mixer: {} reads left to right, so the CLS token, which stands first, sees no other; read out the last "
          "token instead",
          model.mixer_of(0));
  readout.emplace(model, dimensions, shape_of_readout(task, dimensions), parameters,
                  model.tied ? embedding.table() : nullptr);
  plan.emplace(encodings, entry, blocks);
  parameters.allocate();
}

Transformer::Transformer(const ModelOptions& model, const PositionOptions& position, const TaskShape& shape,
                         const Arrangement& arrangement)
    : impl_(std::make_unique<Impl>(model, position, shape, arrangement)) {}
Transformer::~Transformer() = default;

void Transformer::begin_step(std::uint64_t step) { impl_->encodings.begin_step(step); }

void Transformer::begin_batch(const Batch& batch, Index first, Index count, const Pass& pass) {
  Impl& m = *impl_;
  m.flow.begin_batch(batch, first, count, pass);
  m.encodings.prepare(batch, pass, m.shape, m.options.cls);
  m.plan->begin_batch(m.flow, m.saves(), [&m] { m.blocks_forward(); });
  for (Index block = 0; block < m.dimensions.depth; ++block)
    if (!m.plan->covers(block)) m.block(block).mixer().prepare();
}

Score Transformer::forward_chunk(Index first, Index count) {
  Impl& m = *impl_;
  m.begin_chunk(first, count);
  m.embed();
  m.blocks_forward();
  return m.head();
}

void Transformer::backward_chunk(real weight) {
  Impl& m = *impl_;
  m.head_backward(weight);
  m.blocks_backward();
}

void Transformer::backward_chunk(View<const real> d_outputs) {
  impl_->readout->set_gradient(d_outputs);
  backward_chunk(real(1));
}

void Transformer::end_batch() {
  Impl& m = *impl_;
  m.plan->end_batch(
      m.flow, [&m] { m.blocks_forward(); }, [&m] { m.blocks_backward(); });
  for (Index block = 0; block < m.dimensions.depth; ++block)
    if (!m.plan->covers(block)) m.block(block).mixer().finish();
  m.encodings.finish();
}

void Transformer::Impl::begin_chunk(Index first, Index count) {
  flow.begin_chunk(first, count, plan->leaves_out_first(), most_rows);
  flow.narrow_last = saves() && !flow.chunk.wanted.all && !blocks.back().counts_every_row();
  if (!latents) return;
  latents->begin_chunk(flow.chunk, flow.chunk.ragged() ? std::min(flow.chunk.room, flow.sample_count) : count);
  flow.latent = &latents->chunk();
}

void Transformer::Impl::embed() {
  if (latents) latents->forward();
  if (plan->enter(flow)) return;
  const View<const real> values = flow.fill_values();
  Tensor& x = flow.rows.front();
  x.reserve(flow.chunk.room, dimensions.width);
  entry.forward({flow.chunk_ids(), values, flow.chunk.positions}, flow, x.shape(flow.chunk.rows(), dimensions.width));
}

Score Transformer::Impl::head() {
  const Chunk& chunk = flow.carried();
  View<const real> stream = flow.rows.back().view();
  if (!flow.narrow_last && !chunk.wanted.all) {  // every row was computed, the readout wants some
    gathered_wanted.reserve(chunk.room, dimensions.width);
    gather_rows(stream, chunk.wanted.rows, gathered_wanted.shape(chunk.wanted.count(), dimensions.width));
    stream = gathered_wanted.view();
  }
  Score score = readout->forward(stream, chunk, *flow.batch, flow.taps);
  for (const Block& block : blocks) score.auxiliary += block.auxiliary_loss();
  return score;
}

void Transformer::Impl::head_backward(real weight) {
  const Chunk& chunk = flow.carried();
  for (Tensor* tensor : {&flow.d, &flow.d_next})
    tensor->reserve(std::max(chunk.room, flow.chunk.room), dimensions.width);
  readout->backward(weight, chunk, flow.d.shape(chunk.wanted.count(), dimensions.width));
  if (flow.narrow_last || chunk.wanted.all) return;
  const View<real> all = flow.d_next.shape_zero(chunk.rows(), dimensions.width);
  scatter_add_rows(flow.d.view(), chunk.wanted.rows, all);
  std::swap(flow.d, flow.d_next);
}

Index count_scored(const Batch& batch, const TaskShape& shape, Index first, Index count) {
  const bool by_token = shape.readout == ReadoutPlace::every || shape.readout == ReadoutPlace::masked;
  const bool labelled = shape.loss == LossKind::cross_entropy;
  Index scored = 0;
  for (Index sample = first; sample < first + count; ++sample)
    for (Index token = 0; token < (by_token ? batch.length_of(sample, shape.length) : 1); ++token) {
      const auto row = static_cast<std::size_t>(by_token ? sample * shape.length + token : sample);
      const bool read = shape.readout != ReadoutPlace::masked || batch.masked[row] != 0;
      if (read && (!labelled || batch.labels[row] != Batch::unscored)) ++scored;
    }
  return scored;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
