#include "sextant/lab/sweep/boundary_band.h"

#include <algorithm>
#include <numeric>

#include "sextant/core/tree.h"
#include "sextant/lab/sweep/boundary.h"

namespace sextant::lab {

// The probability is known at eight places per cell and taken as straight between them.
namespace {

constexpr Index cuts_per_cell = 8;

/// The share of the way from a to b at which `level` is reached, held within the segment.
double share_at(double a, double b, double level) { return std::clamp((level - a) / (b - a), 0.0, 1.0); }

/// The part of a straight segment from a to b that lies strictly between `low` and `high`, as shares of the way.
struct Part {
  double begin, end;
};

Part part_between(double a, double b, double low, double high) {
  if (a == b) return a > low && a < high ? Part{0, 1} : Part{1, 0};
  const double at_low = share_at(a, b, low);
  const double at_high = share_at(a, b, high);
  return {std::min(at_low, at_high), std::max(at_low, at_high)};
}

}  // namespace

std::vector<Band> find_bands(const std::vector<double>& probability, double step, double confidence) {
  const double low = (1 - confidence) / 2;
  const double high = 1 - low;
  const auto inside = [&](double p) { return p > low && p < high; };
  std::vector<Band> bands;
  if (probability.size() == 1 && inside(probability[0])) bands.push_back({0, 0, true, true, {}});
  for (std::size_t i = 0; i + 1 < probability.size(); ++i) {
    const double a = probability[i];
    const double b = probability[i + 1];
    const Part part = part_between(a, b, low, high);
    if (part.begin >= part.end) continue;
    const double start = step * static_cast<double>(i);
    if (i == 0 || !inside(a)) bands.push_back({start + part.begin * step, 0, i == 0 && inside(a), false, {}});
    Band& band = bands.back();
    band.upper = start + part.end * step;
    band.upper_open = i + 2 == probability.size() && inside(b);
    if ((a < 0.5) != (b < 0.5)) band.crossings.push_back(start + share_at(a, b, 0.5) * step);
  }
  return bands;
}

void widen_to_gaps(std::vector<Band>& bands, const std::vector<double>& label_probability, double confidence) {
  constexpr double rare = 0.1;
  for (Band& band : bands)
    for (const double crossing : band.crossings) {
      const auto below = static_cast<std::size_t>(crossing);
      if (below + 1 >= label_probability.size()) continue;
      const auto [least, most] = std::minmax(label_probability[below], label_probability[below + 1]);
      if (least > rare || most < 1 - rare) continue;
      const auto gap = static_cast<double>(below);
      band.lower = std::min(band.lower, gap + (1 - confidence) / 2);
      band.upper = std::max(band.upper, gap + (1 + confidence) / 2);
    }
}

std::vector<std::vector<Band>> find_bands(const LabelModel& model, const DiagramShape& shape, Index axis,
                                          double confidence) {
  std::vector<std::vector<Band>> result;
  for (Index across = 0; across < shape.lines(axis); ++across) {
    auto bands = find_bands(model.majority_probability(shape.line_points(axis, across, cuts_per_cell)),
                            1.0 / static_cast<double>(cuts_per_cell), confidence);
    widen_to_gaps(bands, model.label_probability(shape.line_points(axis, across, 1)), confidence);
    result.push_back(std::move(bands));
  }
  return result;
}

// boundary.json for one phase diagram. Numbers of a band are values of the axis along which it lies.
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
