#include "sextant/nn/encodings.h"

#include <algorithm>

#include "sextant/nn/mixers/mixer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

/// Whether an encoding of that kind can act in a block: rotations and biases of scores need queries and keys.
bool mixes_at(Index block, const ModelOptions& model, const Position& position) {
  const auto& accepts = mixers().find(model.mixer_of(block)).accepts;
  const auto has = [&](const char* place) { return std::ranges::find(accepts, place) != accepts.end(); };
  const bool scores = position.adds_to_scores() || position.reads_content();
  return !(position.rotates() && !has("rotation")) && !(scores && !has("scores"));
}

/// Refuses encodings that shared keys or latents have no use for.
void check_position(const Dimensions& dimensions, const Position& position, const PositionOptions& own) {
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

}  // namespace

Encodings::Encodings(const ModelOptions& model, const Dimensions& dimensions, const PositionOptions& position,
                     const Arrangement& arrangement, Parameters& parameters) {
  check_options("position", {&position});
  const std::shared_ptr<Options> own =
      position.own ? position.own : std::shared_ptr<Options>(position_family().find(position.kind).make_options());
  const auto make = [&](const std::string& prefix, Parameters& target) {
    const EncodingContext context{.width = dimensions.width,
                                  .heads = dimensions.heads,
                                  .head_width = dimensions.key_width,
                                  .causal = model.causal,
                                  .arrangement = arrangement,
                                  .prefix = prefix};
    return make_position(position, *own, context, target);
  };
  Parameters unused;
  const auto trial = make("position", unused);
  check_position(dimensions, *trial, position);
  const bool everywhere = position.at == "every" || (position.at == "auto" && !trial->adds_to_embeddings());
  of_block_.assign(static_cast<std::size_t>(dimensions.depth), nullptr);
  std::vector<Index> served;
  for (Index block = 0; block < (everywhere ? dimensions.depth : 1); ++block)
    if (mixes_at(block, model, *trial)) served.push_back(block);
  require(
      !served.empty(),
      "position.kind: {} acts inside attention, and {} has no attention there; use an encoding that is added to the "
      "embeddings, or none",
      position.kind,
      model.mixers.empty() ? model.mixer : fmt::format("model.mixers = [{}]", fmt::join(model.mixers, ", ")));
  const bool per_block = everywhere && !position.shared;
  for (const Index block : served) {
    if (per_block || own_.empty())
      own_.push_back(make(per_block ? fmt::format("blocks.{}.position", block) : "position", parameters));
    of_block_[static_cast<std::size_t>(block)] = own_.back().get();
  }
}

void Encodings::begin_step(std::uint64_t step) {
  for (const auto& position : own_) position->begin_step(step);
}

void Encodings::prepare(const Batch& batch, const Pass& pass, const TaskShape& shape, bool cls) {
  constexpr std::uint32_t part = 0xffffffffU;  // of dropout's stream: no site has it
  const Random random(pass.seed, pass.training ? Stream::dropout : Stream::evaluation, pass.step, part);
  const Index longest = batch.longest(0, batch.samples, shape.length) + (cls ? 1 : 0);
  for (const auto& position : own_) {
    position->draw(random, longest);  // the same for all parts of a batch
    position->prepare();
  }
}

void Encodings::finish() {
  for (const auto& position : own_) position->finish();
}

Index Encodings::number(Index block) const {
  return std::ranges::find_if(own_, [&](const auto& one) { return one.get() == &serving(block); }) - own_.begin();
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
