// The list of positional encodings, expanded, and the door through which they are made.
#include <algorithm>

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

template <class... Kinds>
std::vector<std::string> accepts(Kinds... kinds) {
  return {Arrangement::name_of(kinds)...};
}

std::vector<std::string> accepts_all() {
  std::vector<std::string> names;
  for (const auto kind : Arrangement::kinds) names.push_back(Arrangement::name_of(kind));
  return names;
}

}  // namespace

const Family<MakePosition>& position_family() {
  static const Family<MakePosition> family = [] {
    using enum Arrangement::Kind;
    const std::string extends = "extends", clamps = "clamps", refuses = "refuses";
    Family<MakePosition> list("positions", "position");
#define SEXTANT_POSITION(...) SEXTANT_ADD_VARIANT(list, MakePosition, __VA_ARGS__)
#include "sextant/positions/positions.def"
    return list;
  }();
  return family;
}

std::unique_ptr<Position> make_position(std::string_view kind, const Options& own, const EncodingContext& context,
                                        Parameters& parameters) {
  const auto& variant = position_family().find(kind);
  const std::string given = context.arrangement.kind_name();
  require(
      std::ranges::find(variant.accepts, given) != variant.accepts.end(),
      "{}: the arrangement is {}, but this encoding supports {}; set position.arrangement = \"index\" to number the "
      "tokens in order",
      kind, given, fmt::join(variant.accepts, ", "));
  return variant.make(own, context, parameters);
}

// Places where a variant does not act are never called: the model asks adds_..., rotates first.
void Position::add_to_embeddings(View<real>, RowPositions) const {}
void Position::embeddings_backward(View<const real>, RowPositions) {}
void Position::rotate(View<real>, RowPositions) const {}
void Position::rotate_backward(View<real>, View<const real>, RowPositions) {}
void Position::add_to_scores(View<real>, View<const real>, Index, real, RowPositions) const {}
void Position::scores_backward(View<const real>, View<const real>, View<real>, Index, real, RowPositions) {}
void Position::transform_scores(View<real>, const Content&) const {}
void Position::transform_backward(View<real>, const Content&, const ContentGradients&) {}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
