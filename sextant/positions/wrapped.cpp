// The door of an encoding with what the options wrap around it; what makes no sense is refused by name.
#include "sextant/positions/wrapped.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

/// The tokens of the longer range that randomised positions are drawn from.
Arrangement longer_range(const std::string& kind, Index range, const Arrangement& arrangement) {
  require(arrangement.kind() == Arrangement::Kind::index,
          "position.randomise_to: draws numbers of tokens in order, but the arrangement is {}; set "
          "position.arrangement = \"index\"",
          arrangement.kind_name());
  require(range >= arrangement.count(),
          "position.randomise_to: {} numbers are too few for samples of {} tokens; use {} or more", range,
          arrangement.count(), arrangement.count());
  require(kind != "none", "position.randomise_to: none numbers no tokens; choose another position.kind");
  const Arrangement longer = Arrangement::index(range);
  return arrangement.has_cls() ? longer.with_cls() : longer;
}

}  // namespace

std::unique_ptr<Position> make_position(const PositionOptions& options, const Options& own,
                                        const EncodingContext& context, Parameters& parameters) {
  const std::string& kind = options.kind;
  EncodingContext inner = context;
  if (options.randomise_to) inner.arrangement = longer_range(kind, *options.randomise_to, context.arrangement);
  auto position = make_position(kind, own, inner, parameters);
  if (options.vector_norm) {
    require(position->adds_to_embeddings(),
            "position.vector_norm: {} adds no vectors to the embeddings, so there is no norm to set", kind);
    position = scale_vectors(std::move(position), inner, *options.vector_norm);
  }
  if (options.randomise_to) {
    require(position->numbers_tokens(),
            "position.randomise_to: {} counts tokens by their content, so that their numbers do not matter to it; use "
            "an encoding of the token's number or distance",
            kind);
    position = randomise(std::move(position), context, *options.randomise_to);
  }
  if (options.drop_at_step) {
    require(position->acts(), "position.drop_at_step: {} has nothing to drop", kind);
    position = drop_at(std::move(position), context, *options.drop_at_step, parameters);
  }
  return position;
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
