#include "sextant/analysis/module_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace sextant::analysis {
namespace {

constexpr Index most_entries = 300'000;  // of a panel: what a page can carry

std::vector<Index> order_by(const std::vector<std::string>& names) {
  std::vector<Index> order(names.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return names[static_cast<std::size_t>(i)]; });
  return order;
}

Table reordered(const Table& table, const std::vector<Index>& order) {
  Table result(table.rows, table.rows);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.rows; ++j)
      result(i, j) = table(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return result;
}

}  // namespace

Panel draw_module_matrices(const std::vector<std::string>& names, const std::vector<TableModules>& found) {
  const auto order = order_by(names);
  Tree labels = Tree::array(), borders = Tree::array(), groups = Tree::array(), matrices = Tree::array();
  for (const Index token : order) {
    const std::string& name = names[static_cast<std::size_t>(token)];
    if (groups.empty() || groups.back() != name) {
      if (!groups.empty()) borders.push_back(labels.size());
      groups.push_back(name);
    }
    labels.push_back(fmt::format("{} ({})", token, name));
  }
  const auto n = static_cast<Index>(order.size());
  for (const auto& table : found) {
    if (static_cast<Index>(matrices.size() + 1) * n * n > most_entries) break;
    matrices.push_back({{"name", table.name},
                        {"note", fmt::format("modularity {:.2f}", table.modules.measures.front().result.value)},
                        {"values", write_rows(reordered(table.modules.similarities, order), four_decimals)}});
  }
  return {"modules_similarity",
          "similarity_matrix",
          "Similarity of positions by module",
          "Cosine similarity of every pair of centred position vectors, tokens sorted by module. Blocks along the "
          "diagonal are modules that the positions reflect.",
          26,
          {{"labels", std::move(labels)},
           {"range", {-1, 1}},
           {"borders", std::move(borders)},
           {"groups", std::move(groups)},
           {"matrices", std::move(matrices)}}};
}

Panel draw_module_maps(const std::vector<std::string>& names, const std::vector<std::string>& labels,
                       const std::vector<TableModules>& found) {
  Tree communities = Tree::array(), maps = Tree::array();
  for (const Index module : found.front().modules.found.consensus.modules)
    communities.push_back(fmt::format("found {}", module + 1));
  for (const auto& table : found)
    maps.push_back({{"name", "PCA, " + table.name}, {"points", write_rows(table.points, five_digits)}});
  Tree colours = Tree::array();
  colours.push_back({{"label", "module"}, {"values", names}});
  colours.push_back({{"label", "found"}, {"values", std::move(communities)}});
  return {"modules_map",
          "positions_map",
          "Positions and modules",
          "First two principal components of the positions, coloured by module label or by "
          "the communities detected in the first map.",
          26,
          {{"labels", labels}, {"colours", std::move(colours)}, {"maps", std::move(maps)}}};
}

}  // namespace sextant::analysis
