// The list of positional encodings, expanded.
#include "sextant/positions/variant.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

#define SEXTANT_POSITION(name, sentence)            \
  std::unique_ptr<Options> make_##name##_options(); \
  std::unique_ptr<Position> make_##name(const Options&, const EncodingContext&, Parameters&);
#include "sextant/positions/positions.def"
#undef SEXTANT_POSITION

const Family<MakePosition>& position_family() {
  static const Family<MakePosition> family("positions", {
#define SEXTANT_POSITION(name, sentence) {#name, sentence, make_##name##_options, make_##name},
#include "sextant/positions/positions.def"
#undef SEXTANT_POSITION
                                                        });
  return family;
}

void require_index(const EncodingContext& context, const char* who) {
  require(
      context.arrangement.kind() == Arrangement::Kind::index,
      "{}: the arrangement is {}, but this encoding supports the index only; set position.arrangement = \"index\" to "
      "number the tokens in order",
      who, context.arrangement.kind_name());
}

// Places where a variant does not act are never called: the model asks adds_..., rotates first.
void Position::add_to_embeddings(View<real>, RowPositions) const {}
void Position::embeddings_backward(View<const real>, RowPositions) {}
void Position::rotate(View<real>, RowPositions) const {}
void Position::rotate_backward(View<real>, RowPositions) const {}
void Position::add_to_scores(View<real>, View<const real>, Index, real, RowPositions) const {}
void Position::scores_backward(View<const real>, View<const real>, View<real>, Index, real, RowPositions) {}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
