#include "sextant/nn/transformer.h"

#include <algorithm>

#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

namespace {

Arrangement tokens_of(const Arrangement& arrangement, const ModelOptions& model) {
  return model.cls ? arrangement.with_cls() : arrangement;
}

}  // namespace

Transformer::Impl::Impl(const ModelOptions& model, const PositionOptions& position, const TaskShape& task,
                        const Arrangement& arrangement)
    : options(model), shape(task), dimensions(resolve(model, task)), embedding(model, dimensions, task, parameters) {
  require(arrangement.count() == task.length,
          "positions: the arrangement has {} tokens, but a sample of the task has {}", arrangement.count(),
          task.length);
  check_mixers();
  make_positions(position, tokens_of(arrangement, model));
  if (model.embedding_norm) embedding_norm.emplace(parameters, "embedding_norm", dimensions, model.norm_epsilon);
  if (dimensions.latents > 0) latents.emplace(model, dimensions, parameters);
  if (model.neighbours) neighbours.emplace(tokens_of(arrangement, model));
  blocks.reserve(static_cast<std::size_t>(dimensions.depth));
  for (Index block = 0; block < dimensions.depth; ++block)
    blocks.emplace_back(model, dimensions, parameters, block, task.ragged, scratch);
  require(task.readout != ReadoutPlace::cls ||
              std::ranges::any_of(blocks, [](Block& block) { return block.mixer().sees_later(); }),
          "model.mixer: {} reads left to right, so the CLS token, which stands first, sees no other; read out the last "
          "token instead",
          model.mixer_of(0));
  TaskShape read = task;
  if (latents) read.readout = ReadoutPlace::pooled;  // over the latents
  readout.emplace(model, dimensions, read, parameters, model.tied ? embedding.table() : nullptr);
  streams.resize(static_cast<std::size_t>(dimensions.depth) + 1);
  stem.blocks.resize(static_cast<std::size_t>(dimensions.depth));
  parameters.allocate();
}

void Transformer::Impl::make_positions(const PositionOptions& position, const Arrangement& arrangement) {
  check_options("position", {&position});
  const std::shared_ptr<Options> own =
      position.own ? position.own : std::shared_ptr<Options>(position_family().find(position.kind).make_options());
  const auto make = [&](const std::string& prefix, Parameters& target) {
    const EncodingContext context{.width = dimensions.width,
                                  .heads = dimensions.heads,
                                  .head_width = dimensions.key_width,
                                  .causal = options.causal,
                                  .arrangement = arrangement,
                                  .prefix = prefix};
    return make_position(position, *own, context, target);
  };
  Parameters unused;
  const auto trial = make("position", unused);
  check_position(*trial, position);
  const bool everywhere = position.at == "every" || (position.at == "auto" && !trial->adds_to_embeddings());
  position_of_block.assign(static_cast<std::size_t>(dimensions.depth), nullptr);
  std::vector<Index> served;
  for (Index block = 0; block < (everywhere ? dimensions.depth : 1); ++block)
    if (mixes_at(block, *trial)) served.push_back(block);
  require(
      !served.empty(),
      "position.kind: {} acts inside attention, and {} has no attention there; use an encoding that is added to the "
      "embeddings, or none",
      position.kind,
      options.mixers.empty() ? options.mixer : fmt::format("model.mixers = [{}]", fmt::join(options.mixers, ", ")));
  const bool per_block = everywhere && !position.shared;
  for (const Index block : served) {
    if (per_block || positions.empty())
      positions.push_back(make(per_block ? fmt::format("blocks.{}.position", block) : "position", parameters));
    position_of_block[static_cast<std::size_t>(block)] = positions.back().get();
  }
}

void Transformer::Impl::check_mixers() const {
  for (Index block = 0; block < dimensions.depth; ++block) mixers().find(options.mixer_of(block));
  feed_forwards().find(options.feed_forward_kind);
}

/// Refuses encodings that shared keys or latents have no use for.
void Transformer::Impl::check_position(const Position& position, const PositionOptions& own) const {
  require(!position.rotates_by_head() || dimensions.key_value_heads == dimensions.heads,
          "model.key_value_heads: {} rotates every head by angles of its own, so heads cannot share keys; leave it out",
          own.kind);
  if (dimensions.latents == 0) return;
  require(
      !position.rotates() && !position.adds_to_scores() && !position.reads_content(),
      "model.latents: {} acts between tokens, but latents ask, and they stand nowhere; use an encoding that is added "
      "to the embeddings",
      own.kind);
  require(own.at != "every" || !position.adds_to_embeddings(),
          "model.latents: only the first block reads tokens, which have positions; set position.at=first");
}

/// Whether an encoding of that kind can act in a block: rotations and biases of scores need queries and keys.
bool Transformer::Impl::mixes_at(Index block, const Position& position) const {
  const auto& accepts = mixers().find(options.mixer_of(block)).accepts;
  const auto has = [&](const char* place) { return std::ranges::find(accepts, place) != accepts.end(); };
  const bool scores = position.adds_to_scores() || position.reads_content();
  return !(position.rotates() && !has("rotation")) && !(scores && !has("scores"));
}

Position* Transformer::Impl::position_at(Index block) const {
  return position_of_block[static_cast<std::size_t>(block)];
}

bool Transformer::Impl::adds_position(Index block) const {
  const Position* position = position_at(block);
  return position && position->adds_to_embeddings();
}

Random Transformer::Impl::random(Index block, Site site) const {
  const auto part = static_cast<std::uint32_t>(4 * block) + static_cast<std::uint32_t>(site);
  return {pass.seed, pass.training ? Stream::dropout : Stream::evaluation, pass.step, part};
}

Transformer::Transformer(const ModelOptions& model, const PositionOptions& position, const TaskShape& shape,
                         const Arrangement& arrangement)
    : impl_(std::make_unique<Impl>(model, position, shape, arrangement)) {}
Transformer::~Transformer() = default;

Parameters& Transformer::parameters() { return impl_->parameters; }
const Parameters& Transformer::parameters() const { return impl_->parameters; }
const TaskShape& Transformer::shape() const { return impl_->shape; }
const ModelOptions& Transformer::options() const { return impl_->options; }
void Transformer::set_savings(bool on) { impl_->savings = on; }
Index Transformer::batch_length() const { return impl_->length; }
void Transformer::set_most_rows(Index rows) { impl_->most_rows = rows; }
bool Transformer::savings() const { return impl_->savings; }
void Transformer::set_taps(Taps* taps) { impl_->taps = taps; }
View<const real> Transformer::outputs() const { return impl_->readout->outputs(); }
Position& Transformer::position(Index block) const {
  Position* position = impl_->position_at(block);
  return position ? *position : *impl_->positions.front();
}

void Transformer::begin_step(std::uint64_t step) {
  for (const auto& position : impl_->positions) position->begin_step(step);
}

void Transformer::begin_batch(const Batch& batch, Index first, Index count, const Pass& pass) {
  Impl& m = *impl_;
  m.batch = &batch;
  m.first_sample = first;
  m.sample_count = count;
  m.pass = pass;
  require_lengths(batch, m.shape);
  m.length = batch.longest(first, count, m.shape.length) + (m.options.cls ? 1 : 0);
  constexpr std::uint32_t part = 0xffffffffU;  // of dropout's stream: no site has it
  const Random random(pass.seed, pass.training ? Stream::dropout : Stream::evaluation, pass.step, part);
  const Index longest = batch.longest(0, batch.samples, m.shape.length) + (m.options.cls ? 1 : 0);
  for (const auto& position : m.positions) {
    position->draw(random, longest);  // the same for all parts of a batch
    position->prepare();
  }
  m.fill_ids();
  m.distinct_in_use = m.can_use_distinct();
  if (m.distinct_in_use)
    m.distinct.find(m.ids, Embedding::special_count, m.shape.features + Embedding::special_count, m.length);
  m.prepare_blocks();
  if (m.distinct_in_use) m.prepare_table();
  if (m.affine_in_use) m.prepare_affine();
  m.prepare_stem();
}

Score Transformer::forward_chunk(Index first, Index count) {
  Impl& m = *impl_;
  assert(first >= m.first_sample && first + count <= m.first_sample + m.sample_count);
  m.fill_chunk(first, count);
  if (!m.distinct_in_use) m.enter_chunk();
  if (m.latents) m.latents->forward();
  for (Index block = 0; block < m.dimensions.depth; ++block) m.forward_block(block);
  View<const real> stream = m.streams.back().view();
  const Chunk& chunk = m.stream_chunk();
  if (!m.narrow_last && !chunk.wanted.all) {  // every row was computed, the readout wants some
    m.gathered_wanted.reserve(chunk.room, m.dimensions.width);
    const View<real> wanted = m.gathered_wanted.shape(chunk.wanted.count(), m.dimensions.width);
    gather_rows(stream, chunk.wanted.rows, wanted);
    stream = wanted;
  }
  Score score = m.readout->forward(stream, chunk, *m.batch, m.taps);
  for (const Block& block : m.blocks) score.auxiliary += block.auxiliary_loss();
  return score;
}

void Transformer::backward_chunk(real weight) {
  Impl& m = *impl_;
  const Chunk& chunk = m.stream_chunk();
  for (Tensor* tensor : {&m.d_stream, &m.d_next})
    tensor->reserve(std::max(chunk.room, m.chunk.room), m.dimensions.width);
  m.readout->backward(weight, chunk, m.d_stream.shape(chunk.wanted.count(), m.dimensions.width));
  if (!m.narrow_last && !chunk.wanted.all) {
    const View<real> all = m.d_next.shape_zero(chunk.rows(), m.dimensions.width);
    scatter_add_rows(m.d_stream.view(), chunk.wanted.rows, all);
    std::swap(m.d_stream, m.d_next);
  }
  for (Index block = m.dimensions.depth - 1; block >= 0; --block) m.backward_block(block);
}

void Transformer::backward_chunk(View<const real> d_outputs) {
  impl_->readout->set_gradient(d_outputs);
  backward_chunk(real(1));
}

void Transformer::end_batch() {
  Impl& m = *impl_;
  if (m.stem.in_use) m.backward_stem();
  if (m.distinct_in_use) {
    m.blocks[0].project_backward(m.d_table_q.view(), m.d_table_key_value.view(), m.d_table.view());
    m.enter_backward(m.distinct.positions(), m.d_table.view());
  }
  if (m.affine_in_use) m.finish_affine();
  for (Index block = 0; block < m.dimensions.depth; ++block) {
    Block& own = m.blocks[static_cast<std::size_t>(block)];
    m.planned(block) ? own.attention().finish() : own.mixer().finish();
  }
  for (const auto& position : m.positions) position->finish();
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
