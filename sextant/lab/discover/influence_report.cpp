// What is written and said of influences.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/analysis/panel.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/influences.h"

namespace sextant::lab {
namespace {

constexpr std::size_t shown_influences = 3, influences_on_page = 60;

struct OrderedPair {
  Index onto, from;
  double strength;
};

/// The strongest first.
std::vector<OrderedPair> sort_pairs(const Table& strength) {
  std::vector<OrderedPair> pairs;
  for (Index i = 0; i < strength.rows; ++i)
    for (Index j = 0; j < strength.rows; ++j)
      if (i != j) pairs.push_back({i, j, strength(i, j)});
  std::ranges::stable_sort(pairs, std::greater<>(), &OrderedPair::strength);
  return pairs;
}

std::string quote(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result;
  for (const char letter : text) result.append(letter == '"' ? 2 : 1, letter);
  return fmt::format("\"{}\"", result);
}

Tree number_if_known(double value) { return std::isfinite(value) ? Tree(value) : Tree(); }

}  // namespace

std::string influences_csv(const Influences& influences, const std::vector<std::string>& names) {
  const auto name = [&](Index i) { return quote(names[static_cast<std::size_t>(i)]); };
  const auto &learned = influences.sources[0].strength, &ridge = influences.sources[1].strength,
             &lagged = influences.sources[2].strength;
  std::string text = "from,onto,strength,reverse,ridge_on_lags,lagged_correlation\n";
  for (const auto& pair : sort_pairs(learned))
    text += fmt::format("{},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", name(pair.from), name(pair.onto), pair.strength,
                        learned(pair.from, pair.onto), ridge(pair.onto, pair.from), lagged(pair.onto, pair.from));
  return text;
}

std::vector<NamedPanel> draw_influences(const Influences& influences, const std::vector<std::string>& names) {
  const auto &learned = influences.sources[0].strength, &ridge = influences.sources[1].strength,
             &lagged = influences.sources[2].strength;
  Tree rows = Tree::array();
  for (const auto& pair : sort_pairs(learned)) {
    if (rows.size() == influences_on_page) break;
    rows.push_back({names[static_cast<std::size_t>(pair.from)], names[static_cast<std::size_t>(pair.onto)],
                    five_digits(pair.strength), five_digits(learned(pair.from, pair.onto)),
                    five_digits(ridge(pair.onto, pair.from)), five_digits(lagged(pair.onto, pair.from))});
  }
  std::vector<NamedPanel> panels;
  panels.push_back(
      {"influences",
       table_panel(
           "Whose past predicts whom",
           "The strongest influences of the past of one variable on another: half the mean squared change of the "
           "prediction where that past is exchanged between samples, mean over seeds; the same the other way "
           "round; the squared weight of ridge regression on the lags; and the lagged correlation.",
           2, {"from", "onto", "strength", "reverse", "ridge on lags", "lagged correlation"}, std::move(rows))});
  if (!influences.added) return panels;
  Tree judged = Tree::array();
  for (const auto& one : influences.sources)
    judged.push_back({one.name, four_decimals(one.edges), four_decimals(one.direction)});
  panels.push_back({"connections",
                    table_panel("True connections told",
                                "How well strengths tell ordered pairs that are coupled from those that are not (area "
                                "under the ROC curve), and the share of one-way couplings that are stronger in their "
                                "direction.",
                                3, {"by", "AUC", "direction right"}, std::move(judged))});
  return panels;
}

Tree describe_influences(const Influences& influences) {
  Tree sources = Tree::array();
  for (const auto& one : influences.sources)
    sources.push_back({{"source", one.name},
                       {"edges_auc", number_if_known(one.edges)},
                       {"one_way_direction_right", number_if_known(one.direction)},
                       {"edges_auc_by_seed", one.seeds}});
  return {{"sources", std::move(sources)},
          {"seeds_rank_correlation", number_if_known(influences.seeds)},
          {"ridge_rank_correlation", number_if_known(influences.ridge)}};
}

std::string summarise_influences(const Influences& influences, const std::vector<std::string>& names) {
  std::vector<std::string> strongest;
  for (const auto& pair : sort_pairs(influences.sources.front().strength)) {
    if (strongest.size() == shown_influences) break;
    strongest.push_back(fmt::format("{} -> {}", names[static_cast<std::size_t>(pair.from)],
                                    names[static_cast<std::size_t>(pair.onto)]));
  }
  std::string text =
      fmt::format("strongest {}; rank correlation {:.2f} over seeds, {:.2f} with ridge regression on lags",
                  fmt::join(strongest, ", "), influences.seeds, influences.ridge);
  if (!influences.added) return text;
  text += "; true connections told (AUC), one-way ones in the right direction:";
  for (const auto& one : influences.sources)
    text += fmt::format(" {} {:.3f}, {:.0f} %{}", one.name, one.edges, 100 * one.direction,
                        &one == &influences.sources.back() ? "" : ";");
  return text;
}

}  // namespace sextant::lab
