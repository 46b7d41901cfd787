#include "sextant/cli/position_card_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sextant::cli {
namespace {

std::string beyond_text(const std::string& beyond) {
  if (beyond == "extends") return "extends: the formula goes on for any length";
  if (beyond == "clamps") return "clamps: whatever is farther shares the outermost value";
  return "refuses: it has something of its own for every token; train at the full length, or use an encoding that "
         "extends";
}

constexpr Index every = 2;  // token of both pictures

/// The characters of row i; dark where `values` are small, or large where `dark_is_large`.
std::string draw_row(const Table& values, Index i, bool dark_is_large) {
  constexpr std::string_view shades = "@%#*+=-:. ";
  const auto [least, largest] = std::ranges::minmax(values.values);
  std::string text;
  for (Index j = 0; j < values.columns; j += every) {
    const double share = largest > least ? (values(i, j) - least) / (largest - least) : 0;
    const auto shade = static_cast<std::size_t>((dark_is_large ? 1 - share : share) * 10);
    text += std::string(2, shades[std::min(shade, shades.size() - 1)]);
  }
  return text;
}

/// Both pictures side by side, every second token. Of a bias that is the same everywhere there is none.
std::string draw_pictures(const PositionCard& card) {
  const auto [least, largest] = std::ranges::minmax(card.attention_bias.values);
  const bool biased = largest - least > 1e-9 * std::max(std::abs(least), std::abs(largest));
  std::string text = fmt::format("{:<36}{}\n", "similarity of tokens (dark: near)",
                                 biased ? "attention bias (dark: attended to)" : "attention bias: none");
  for (Index i = 0; i < card.distances.rows; i += every) {
    text += fmt::format("  {:<34}", draw_row(card.distances, i, false));
    if (biased) text += "  " + draw_row(card.attention_bias, i, true);
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string stress_text(const std::vector<CorpusStress>& stress) {
  std::string text;
  for (const auto& one : stress)
    text += fmt::format(
        "{:<22}S* {:.4g}, raw {:.4g} ({} positions{})\n", "stress on " + one.corpus, one.shape, one.raw, one.positions,
        one.encoding.find(':') == std::string::npos ? "" : ", " + one.encoding.substr(one.encoding.find(':') + 1));
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
  return text + stress_text(card.stress) + draw_pictures(card);
}

}  // namespace sextant::cli
