// The phase diagram over the first two swept axes; further axes give one diagram per value.
#include <fmt/format.h>

#include <algorithm>

#include "sextant/report/panels.h"
#include "sextant/report/spread.h"

namespace sextant::report {
namespace {

constexpr std::size_t most_diagrams = 12;
constexpr const char* about_hatching =
    " Hatched cells failed to fit: more than half of their runs diverged, failed or ended below 90 % training "
    "accuracy.";
constexpr const char* about_unrun =
    " Dots mark the cells that were run; the others show what the fitted boundary predicts: the mean of the runs of "
    "each phase, weighted by its probability there.";

struct Plane {
  std::size_t x;
  std::size_t y;
  std::vector<std::size_t> others;
};

/// The first two axes that have more than one value, numbers before texts.
std::optional<Plane> choose_plane(const Grouping& grouping) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < grouping.axes.size(); ++i)
    if (grouping.values(i).size() > 1) axes.push_back(i);
  std::ranges::stable_sort(axes, [&](auto a, auto b) { return grouping.is_numeric(a) && !grouping.is_numeric(b); });
  if (axes.size() < 2 || !grouping.is_numeric(axes[0])) return std::nullopt;
  Plane plane{axes[0], axes[1], {}};
  for (std::size_t i = 0; i < grouping.axes.size(); ++i)
    if (i != plane.x && i != plane.y) plane.others.push_back(i);
  return plane;
}

Tree make_cell(const Group& group, const std::string& metric, std::size_t x, std::size_t y) {
  const Spread spread = mean_interval(finals_of(group, metric));
  Tree names = Tree::array();
  std::size_t failed = 0;
  for (const auto* run : group.runs) {
    names.push_back(run->name);
    failed += failed_to_fit(*run) ? 1 : 0;
  }
  Tree cell{{"x", x}, {"y", y}, {"value", rounded(spread.middle)}};
  if (spread.low) {
    cell["low"] = rounded(spread.low);
    cell["high"] = rounded(spread.high);
  }
  cell["failed"] = failed;
  cell["shaded"] = 2 * failed > group.runs.size();
  cell["runs"] = std::move(names);
  return cell;
}

bool any_cell(const Tree& data, const char* mark) {
  return std::ranges::any_of(data["cells"], [mark](const Tree& cell) { return cell.value(mark, false); });
}

/// The settings that all cells of a diagram share.
Tree facet_of(const Grouping& grouping, const Group& group, const Plane& plane) {
  Tree facet = Tree::object();
  for (const auto axis : plane.others) facet[grouping.axes[axis]] = group.values[axis];
  return facet;
}

std::size_t place_of(const std::vector<Tree>& values, const Tree& value) {
  return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
}

Tree make_data(const Grouping& grouping, const Plane& plane, const std::vector<const Group*>& groups,
               const std::string& metric) {
  const auto columns = grouping.values(plane.x);
  const auto rows = grouping.values(plane.y);
  Tree data{{"x", {{"label", grouping.axes[plane.x]}, {"values", columns}}},
            {"y", {{"label", grouping.axes[plane.y]}, {"values", rows}}},
            {"value", {{"label", metric_label(metric)}}},
            {"cells", Tree::array()}};
  if (metric.ends_with("accuracy")) {
    data["value"]["low"] = 0;
    data["value"]["high"] = 1;
  }
  for (const auto* group : groups)
    data["cells"].push_back(
        make_cell(*group, metric, place_of(columns, group->values[plane.x]), place_of(rows, group->values[plane.y])));
  return data;
}

}  // namespace

std::vector<Tree> make_phase_diagrams(const Grouping& grouping, const Tree& boundary, std::vector<Fault>& faults) {
  const auto plane = choose_plane(grouping);
  if (!plane) return {};
  std::vector<std::pair<std::string, std::vector<const Group*>>> diagrams;  // one per value of the other axes
  for (const Group* group : grouping.ordered_by(plane->others)) {
    if (group->values[plane->x].is_null() || group->values[plane->y].is_null()) continue;
    const std::string others = grouping.label(*group, plane->others);
    if (diagrams.empty() || diagrams.back().first != others) diagrams.push_back({others, {}});
    diagrams.back().second.push_back(group);
  }
  std::vector<Tree> panels;
  for (const auto& metric : chief_metrics(grouping))
    for (const auto& [others, groups] : diagrams) {
      if (panels.size() == most_diagrams) return panels;
      Tree data = make_data(grouping, *plane, groups, metric);
      try {
        Tree laid = data;
        add_boundary(laid, boundary, facet_of(grouping, *groups.front(), *plane));
        data = std::move(laid);
      } catch (const nlohmann::json::exception& error) {
        faults.push_back({"boundary.json", fmt::format("not a boundary: {}", error.what())});
      }
      const std::string where = others.empty() ? "" : fmt::format(" ({})", others);
      const std::string caption =
          fmt::format("Mean final {} for each pair of {} and {}.{}{} Click a cell to see its runs.",
                      metric_label(metric), grouping.axes[plane->x], grouping.axes[plane->y],
                      any_cell(data, "shaded") ? about_hatching : "", any_cell(data, "estimated") ? about_unrun : "");
      panels.push_back(make_panel(
          fmt::format("phase_diagram_{}{}", metric, panels.empty() ? "" : fmt::format("_{}", panels.size() + 1)),
          "phase_diagram", fmt::format("Phase diagram of {}{}", metric_label(metric), where), caption,
          std::move(data)));
    }
  return panels;
}

}  // namespace sextant::report
