#include "sextant/cli/position_card_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace sextant::cli {
namespace {

std::string beyond_text(const std::string& beyond) {
  if (beyond == "extends") return "extends: the formula goes on for any length";
  if (beyond == "clamps") return "clamps: whatever is farther shares the outermost value";
  return "refuses: it has something of its own for every token; train at the full length, or use an encoding that "
         "extends";
}

/// Every second token, dark where two are near.
std::string draw_similarity(const Table& distances) {
  constexpr std::string_view shades = "@%#*+=-:. ";
  const double largest = *std::ranges::max_element(distances.values);
  std::string text;
  for (Index i = 0; i < distances.rows; i += 2) {
    text += "  ";
    for (Index j = 0; j < distances.columns; j += 2) {
      const double share = largest > 0 ? distances(i, j) / largest : 0;
      const auto shade = std::min(static_cast<std::size_t>(share * 10), shades.size() - 1);
      text += std::string(2, shades[shade]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string position_card_text(const PositionCard& card) {
  std::string text = fmt::format("{}: {}\n\n", card.name, card.sentence);
  const auto add = [&](const char* what, const std::string& value) { text += fmt::format("{:<22}{}\n", what, value); };
  add("formula", card.formula);
  add("source", card.source);
  add("arrangements", card.arrangements);
  add("beyond the length", beyond_text(card.beyond));
  text += card.options.empty() ? "no options of its own\n" : "options\n" + card.options;
  if (!card.order_effect) return text + "\nnot measured: it needs a file\n";
  text += fmt::format("\nmeasured as it starts, {} tokens in order, 4 heads of 8, no mask\n", card.tokens);
  add("shift equivariance",
      *card.shift_error < 1e-9 ? "yes: distances depend on the offset alone"
                               : fmt::format("no: distances change by up to {:.2g} of the largest", *card.shift_error));
  add("tells tokens apart", fmt::format("{:.3g} % of pairs", 100 * *card.pairs_apart));
  add("permutation",
      *card.order_effect < 1e-10
          ? fmt::format("equivariant ({:.1g}): a permutation of tokens permutes the outputs", *card.order_effect)
          : fmt::format("broken: outputs change by {:.2g} of their size", *card.order_effect));
  add("geometry", card.rule);
  return text + "similarity of tokens (dark: near)\n" + draw_similarity(card.distances);
}

}  // namespace sextant::cli
