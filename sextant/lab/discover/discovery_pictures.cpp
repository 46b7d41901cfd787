// The pictures of a discovery: the map of the variables beside that of their correlations, the similarities beside the
// correlations in one order, and the variables where they lie in the brain (or wherever coordinates say).
#include <algorithm>
#include <numeric>

#include "sextant/analysis/panel.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::lab {
namespace {

constexpr Index most_variables = 540;  // of a matrix that a page can carry

Tree points_of(const Table& places, Index across, Index up) {
  Tree points = Tree::array();
  for (Index i = 0; i < places.rows; ++i)
    points.push_back({five_digits(places(i, across)), five_digits(places(i, up))});
  return points;
}

Tree column_of(const Table& places, Index axis) {
  Tree values = Tree::array();
  for (Index i = 0; i < places.rows; ++i) values.push_back(five_digits(places(i, axis)));
  return values;
}

/// What points may be coloured by, what is asked first in front.
Tree list_colours(const Discovery& all) {
  Tree colours = Tree::array();
  if (all.conclusion.modules_shown) colours.push_back({{"label", "detected module"}, {"values", name_modules(all)}});
  if (!all.series.labels.empty()) colours.push_back({{"label", "label"}, {"values", all.series.labels}});
  colours.push_back({{"label", "third axis"}, {"values", column_of(all.map.points, 2)}});
  if (all.conclusion.modules_shown) {
    Tree confidence = Tree::array();
    for (const double one : all.modules.consensus.sureness) confidence.push_back(four_decimals(one));
    colours.push_back({{"label", "confidence"}, {"values", std::move(confidence)}});
  }
  for (Index axis = 0; axis < all.series.coordinates.columns; ++axis)
    colours.push_back(
        {{"label", fmt::format("coordinate {}", axis + 1)}, {"values", column_of(all.series.coordinates, axis)}});
  return colours;
}

Tree positions_map(const std::string& title, const std::string& caption, Index order, const Discovery& all, Tree maps) {
  return {{"kind", "positions_map"},
          {"title", title},
          {"caption", caption},
          {"order", order},
          {"data", {{"labels", name_variables(all)}, {"colours", list_colours(all)}, {"maps", std::move(maps)}}}};
}

Tree draw_map(const Discovery& all) {
  const auto share = [](const Projection& map) {
    return fmt::format("{:.0f} % of the variance", 100 * (map.share[0] + map.share[1]));
  };
  Tree maps = Tree::array();
  maps.push_back(
      {{"name", "learned positions"}, {"points", points_of(all.map.points, 0, 1)}, {"note", share(all.map)}});
  maps.push_back({{"name", "correlations alone"},
                  {"points", points_of(all.correlation_map.points, 0, 1)},
                  {"note", share(all.correlation_map)}});
  return positions_map(
      "Map of the variables",
      fmt::format("Variables with similar learned positions lie close together (principal coordinates of the mean "
                  "cosine similarity over {} seeds). Beside it the map of the correlations (multidimensional scaling).",
                  all.seeds.size()),
      0, all, std::move(maps));
}

/// Views along the axes; three coordinates are taken for right, front and top, as in the MNI space of the brain.
Tree draw_places(const Discovery& all) {
  const Table& places = all.series.coordinates;
  Tree maps = Tree::array();
  const auto add = [&](const char* name, Index across, Index up) {
    maps.push_back({{"name", name}, {"points", points_of(places, across, up)}});
  };
  if (places.columns == 2) {
    add("where the variables lie", 0, 1);
  } else {
    add("from above (1, 2)", 0, 1);
    add("from the side (2, 3)", 1, 2);
    add("from behind (1, 3)", 0, 2);
  }
  return positions_map(
      "The variables where they lie",
      "Each variable at its coordinates. The models never saw them; colours are what was found, or what "
      "was given for comparison.",
      3, all, std::move(maps));
}

/// Variables by group, and inside a group as they were.
std::vector<Index> sort_by(const std::vector<std::string>& groups) {
  std::vector<Index> order(groups.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return groups[static_cast<std::size_t>(i)]; });
  return order;
}

Table reordered(const Table& table, const std::vector<Index>& order) {
  Table sorted(table.rows, table.rows);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.rows; ++j)
      sorted(i, j) = table(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return sorted;
}

Tree draw_similarities(const Discovery& all) {
  const bool by_module = all.conclusion.modules_shown || all.series.labels.empty();
  const auto groups = by_module ? name_modules(all) : all.series.labels;
  const auto variables = name_variables(all);
  const auto order = sort_by(groups);
  Tree labels = Tree::array(), borders = Tree::array(), names = Tree::array();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto own = static_cast<std::size_t>(order[i]);
    if (names.empty() || names.back() != groups[own]) {
      if (i > 0) borders.push_back(i);
      names.push_back(groups[own]);
    }
    labels.push_back(variables[own]);
  }
  Tree matrices = Tree::array();
  const auto add = [&](const char* name, const Table& table) {
    matrices.push_back({{"name", name}, {"values", write_rows(reordered(table, order), four_decimals)}});
  };
  add("learned positions (cosine)", all.similarities);
  add("correlations", all.correlations);
  return {
      {"kind", "similarity_matrix"},
      {"title", "Similarity of the learned positions beside the correlations"},
      {"caption",
       fmt::format("Cosine similarity of every pair of position vectors, averaged over seeds, and the correlation of "
                   "the same pair in the training data; variables sorted by {}.",
                   by_module ? "detected module" : "label")},
      {"order", 1},
      {"data",
       {{"labels", std::move(labels)},
        {"unit", "variable"},
        {"range", {-1, 1}},
        {"borders", std::move(borders)},
        {"groups", std::move(names)},
        {"matrices", std::move(matrices)}}}};
}

}  // namespace

std::vector<NamedPanel> draw_pictures(const Discovery& discovery) {
  std::vector<NamedPanel> panels{{"map", draw_map(discovery)}};
  if (discovery.similarities.rows <= most_variables) panels.push_back({"similarity", draw_similarities(discovery)});
  if (discovery.series.coordinates.rows > 0 && discovery.series.coordinates.columns >= 2)
    panels.push_back({"places", draw_places(discovery)});
  return panels;
}

}  // namespace sextant::lab
