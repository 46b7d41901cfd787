// The list of positional encodings, expanded.
#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

const Family<MakePosition>& position_family() {
  static const Family<MakePosition> family = [] {
    Family<MakePosition> list("positions");
#define SEXTANT_POSITION(...) SEXTANT_ADD_VARIANT(list, MakePosition, __VA_ARGS__)
#include "sextant/positions/positions.def"
    return list;
  }();
  return family;
}

void require_index(const EncodingContext& context, const char* who) {
  require(
      context.arrangement.kind() == Arrangement::Kind::index,
      "{}: tokens are arranged as {}, but it knows them by their index alone; position.arrangement = \"index\" counts "
      "them in the order of the sample",
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
