// boundary.json for one phase diagram. Numbers of a band are values of the axis along which it lies.
#include <algorithm>
#include <numeric>

#include "sextant/core/tree.h"
#include "sextant/lab/sweep/boundary.h"

namespace sextant::lab {
namespace {

Tree describe_band(const Band& band, const DiagramAxis& axis) {
  Tree tree{{"lower", axis.value_at(band.lower)}, {"upper", axis.value_at(band.upper)}, {"lower_open", band.lower_open},
            {"upper_open", band.upper_open},      {"width_in_cells", band.width()},     {"crossings", Tree::array()}};
  for (const double place : band.crossings) tree["crossings"].push_back(axis.value_at(place));
  return tree;
}

/// One entry per line along `axis`: where the line stands on the other axis, and its bands.
Tree describe_lines(const LabelRegion& region, const DiagramShape& shape, std::size_t axis) {
  Tree lines = Tree::array();
  for (std::size_t line = 0; line < region.bands[axis].size(); ++line) {
    Tree entry = Tree::object();
    if (shape.axes.size() == 2) entry["at"] = shape.axes[1 - axis].values[line];
    entry["bands"] = Tree::array();
    for (const Band& band : region.bands[axis][line]) entry["bands"].push_back(describe_band(band, shape.axes[axis]));
    lines.push_back(std::move(entry));
  }
  return lines;
}

Tree describe_region(const LabelRegion& region, const DiagramShape& shape) {
  Tree tree{{"label", region.label}, {"found", region.has_crossing()}};
  if (!region.has_crossing()) tree["message"] = "no boundary within the grid";
  tree["along"] = Tree::array();
  for (std::size_t axis = shape.axes.size(); axis-- > 0;)
    tree["along"].push_back({{"key", shape.axes[axis].key}, {"lines", describe_lines(region, shape, axis)}});
  return tree;
}

}  // namespace

Tree Boundary::describe_cells() const {
  const auto labels = seen_labels();
  const Table points = shape_.points();
  std::vector<std::vector<double>> probability;
  std::vector<std::vector<LabelCounts>> counts;
  for (const auto& region : regions()) probability.push_back(region.model.label_probability(points));
  for (const auto& label : labels) counts.push_back(count_label(label));
  if (labels.size() == 2) {
    probability.push_back(probability[0]);
    for (double& p : probability[1]) p = 1 - p;
  }
  Tree cells = Tree::array();
  for (Index cell = 0; cell < shape_.cells(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    Tree entry{{"at", Tree::array()}, {"runs", 0}, {"label", nullptr}, {"seen", Tree::object()}, {"probability", {}}};
    const auto place = shape_.place_of(cell);
    for (std::size_t a = 0; a < place.size(); ++a)
      entry["at"].push_back(shape_.axes[a].values[static_cast<std::size_t>(place[a])]);
    double sum = 0;
    double most = 0;
    for (const auto& p : probability) sum += p[at];
    for (std::size_t i = 0; i < labels.size(); ++i) {
      entry["runs"] = counts[i][at].total();
      entry["seen"][labels[i]] = counts[i][at].positive;
      entry["probability"][labels[i]] = probability[i][at] / sum;
      if (probability[i][at] <= most) continue;
      most = probability[i][at];
      entry["label"] = labels[i];
    }
    cells.push_back(std::move(entry));
  }
  return cells;
}

Tree Boundary::describe() const {
  Tree axes = Tree::array();
  for (const auto& axis : shape_.axes) axes.push_back({{"key", axis.key}, {"values", axis.values}});
  const auto broken = std::ranges::count_if(observed_, [](const auto& entry) { return entry.second.empty(); });
  Tree tree{
      {"method", "Gaussian-process classification, expectation propagation, scales averaged by evidence"},
      {"confidence", options_.confidence},
      {"axes", axes},
      {"runs",
       {{"used", observed_runs()}, {"broken", broken}, {"budget", budget_runs()}, {"full_grid", shape_.full_runs()}}},
      {"settled", settled()},
      {"labels", seen_labels()},
      {"cells", describe_cells()},
      {"boundaries", Tree::array()}};
  for (const auto& region : regions()) tree["boundaries"].push_back(describe_region(region, shape_));
  return tree;
}

}  // namespace sextant::lab
