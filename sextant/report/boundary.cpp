// The boundary of an adaptive sweep (boundary.json): for each line of the grid the bands that hold a crossing.
#include <fmt/format.h>

#include <algorithm>

#include "sextant/report/panels.h"
#include "sextant/report/spread.h"
#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

Tree number_at(const Tree& tree, const char* key) {
  const auto found = tree.find(key);
  return found != tree.end() && found->is_number() ? rounded(found->get<double>()) : Tree();
}

/// Entries of the page for all bands along one axis; `along` and `across` are "x" and "y" in one order or the other.
Tree make_entries(const Tree& lines, const char* along, const char* across, const std::string& label) {
  Tree entries = Tree::array();
  for (const auto& line : lines)
    for (const auto& band : line.at("bands")) {
      const Tree& crossings = band.at("crossings");
      Tree entry{{"along", along}, {across, line.at("at")}, {along, nullptr}, {"label", label}};
      if (!crossings.empty()) entry[along] = rounded(crossings.front().get<double>());
      entry["low"] = number_at(band, "lower");
      entry["high"] = number_at(band, "upper");
      entries.push_back(std::move(entry));
    }
  return entries;
}

std::size_t count_crossings(const Tree& entries, const char* along) {
  return static_cast<std::size_t>(
      std::ranges::count_if(entries, [along](const Tree& entry) { return entry.at(along).is_number(); }));
}

/// Along y or along x, whichever crosses the boundary on more lines.
Tree choose_entries(const Tree& region, const std::string& x, const std::string& y) {
  Tree best = Tree::array();
  std::size_t most = 0;
  for (const auto& direction : region.at("along")) {
    const std::string key = direction.at("key").get<std::string>();
    if (key != x && key != y) continue;
    const char* along = key == y ? "y" : "x";
    Tree entries = make_entries(direction.at("lines"), along, key == y ? "x" : "y", region.at("label"));
    const std::size_t crossings = count_crossings(entries, along);
    if (crossings > most || (crossings == most && key == y)) {
      most = crossings;
      best = std::move(entries);
    }
  }
  return best;
}

/// The diagram of these two axes and this facet, or null.
const Tree* find_diagram(const Tree& boundary, const std::string& x, const std::string& y, const Tree& facet) {
  for (const auto& diagram : boundary.at("diagrams")) {
    std::vector<std::string> keys;
    for (const auto& axis : diagram.at("axes")) keys.push_back(axis.at("key").get<std::string>());
    const bool same_axes = keys == std::vector{x, y} || keys == std::vector{y, x};
    // The sweep wrote its settings as they were typed.
    if (same_axes && normal_settings(diagram.at("facet")) == normal_settings(facet)) return &diagram;
  }
  return nullptr;
}

}  // namespace

void add_boundary(Tree& data, const Tree& boundary, const Tree& facet) {
  if (boundary.is_null()) return;
  const auto x = data.at("x").at("label").get<std::string>();
  const auto y = data.at("y").at("label").get<std::string>();
  const Tree* diagram = find_diagram(boundary, x, y, facet);
  if (!diagram) return;
  Tree entries = Tree::array();
  std::vector<std::string> labels;
  for (const auto& region : diagram->at("boundaries")) {
    for (auto& entry : choose_entries(region, x, y)) entries.push_back(std::move(entry));
    labels.push_back(region.at("label").get<std::string>());
  }
  add_estimated_cells(data, *diagram);
  if (entries.empty()) return;
  data["boundary"] = std::move(entries);
  // A level has one label, "above", which says less than the level.
  if (labels == std::vector<std::string>{"above"}) labels = {boundary.at("target").get<std::string>()};
  data["boundary_label"] = fmt::format("boundary of {} with {:g} % band", fmt::join(labels, ", "),
                                       100 * diagram->at("confidence").get<double>());
}

}  // namespace sextant::report
