#include "sextant/report/curves.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sextant/report/spread.h"

namespace sextant::report {

namespace {

constexpr std::size_t most_points = 120;  // of one curve: more than the pixels can show
constexpr std::size_t fewest_points = 24;
constexpr std::size_t points_together = 6000;  // of one metric: with hundreds of curves nobody follows a single one
constexpr std::size_t most_facets = 12;

using Curve = std::map<Index, std::vector<double>>;  // the runs' values by step

Curve gather(const Group& group, const std::string& split, const std::string& column) {
  Curve curve;
  for (const auto* run : group.runs)
    for (const auto& row : run->metrics)
      if (row.split == split)
        if (const auto value = row.find(column); value && std::isfinite(*value)) curve[row.step].push_back(*value);
  return curve;
}

/// Every k-th point, and the last; fewer where there are many curves.
Curve thin(const Curve& curve, std::size_t curves) {
  const std::size_t most = std::clamp(points_together / std::max<std::size_t>(curves, 1), fewest_points, most_points);
  const std::size_t every = (curve.size() + most - 1) / most;
  if (every <= 1) return curve;
  Curve kept;
  std::size_t i = 0;
  for (const auto& [step, values] : curve)
    if (i++ % every == 0 || i == curve.size()) kept.emplace(step, values);
  return kept;
}

void add_points(Tree& series, const Curve& curve, bool with_band) {
  for (const char* key : {"steps", "middle"}) series[key] = Tree::array();
  if (with_band)
    for (const char* key : {"low", "high"}) series[key] = Tree::array();
  for (const auto& [step, values] : curve) {
    const Spread spread = quartiles(values);
    series["steps"].push_back(step);
    series["middle"].push_back(rounded(spread.middle));
    if (!with_band) continue;
    series["low"].push_back(rounded(spread.low));
    series["high"].push_back(rounded(spread.high));
  }
}

/// The last axis makes small charts of its own where there are few values of it; the others make labels.
struct Layout {
  std::vector<std::size_t> labels;
  std::optional<std::size_t> facet;

  explicit Layout(const Grouping& grouping) {
    for (std::size_t i = 0; i < grouping.axes.size(); ++i) labels.push_back(i);
    if (labels.size() < 2 || grouping.values(labels.back()).size() > most_facets) return;
    facet = labels.back();
    labels.pop_back();
  }
};

Tree start_series(const Grouping& grouping, const Group& group, const Layout& layout) {
  Tree series;
  const std::string label = grouping.label(group, layout.labels);
  series["label"] = !label.empty() ? label : group.runs.size() == 1 ? group.runs.front()->name : "all runs";
  if (layout.facet) series["facet"] = grouping.label(group, {*layout.facet});
  if (layout.labels.size() == 1 && grouping.is_numeric(layout.labels.front()))
    series["value"] = group.values[layout.labels.front()];
  series["runs"] = group.runs.size();
  return series;
}

}  // namespace

bool add_curves(const Grouping& grouping, const std::string& metric, const std::string& split,
                const std::string& column, Tree& all) {
  const Layout layout(grouping);
  bool has_band = false;
  for (const auto& group : grouping.groups) {
    const Curve curve = thin(gather(group, split, column), grouping.groups.size());
    if (curve.empty()) continue;
    Tree series = start_series(grouping, group, layout);
    series["metric"] = metric;
    series["split"] = split;
    const bool with_band = group.runs.size() > 1;
    has_band = has_band || with_band;
    add_points(series, curve, with_band);
    all.push_back(std::move(series));
  }
  return has_band;
}

// Loss and accuracy along training.
namespace {

std::vector<std::string> splits_of(const Grouping& grouping) {
  std::vector<std::string> splits;
  for (const auto& group : grouping.groups)
    for (const auto* run : group.runs)
      for (const auto& line : run->metrics)
        if (std::ranges::find(splits, line.split) == splits.end()) splits.push_back(line.split);
  std::ranges::sort(splits);
  return splits;
}

}  // namespace

std::vector<Tree> make_learning_curves(const Grouping& grouping) {
  Tree all = Tree::array();
  bool has_band = false;
  for (const char* metric : {"loss", "accuracy"})
    for (const auto& split : splits_of(grouping)) has_band |= add_curves(grouping, metric, split, metric, all);
  if (all.empty()) return {};
  return {make_panel("learning_curves", "learning_curves", "Learning curves",
                     fmt::format("Loss (log scale) and accuracy during training.{} Dotted lines are training "
                                 "batches, solid lines full evaluation splits.",
                                 has_band ? about_bands : ""),
                     Tree{{"series", std::move(all)}})};
}

// Curves of the lazy/rich meter during training.
namespace {

/// Names of the readings, in the order of their columns.
std::vector<std::string> readings_of(const Grouping& grouping) {
  std::vector<std::string> names;
  for (const auto& group : grouping.groups)
    for (const auto* run : group.runs)
      for (const auto& line : run->metrics)
        for (const auto& [name, value] : line.readings)
          if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace

std::vector<Tree> make_meter_curves(const Grouping& grouping) {
  Tree all = Tree::array();
  bool has_band = false;
  for (const auto& name : readings_of(grouping))
    has_band |= add_curves(grouping, name.substr(name.find('.') + 1), "meter", name, all);
  if (all.empty()) return {};
  return {make_panel("meter", "learning_curves", "Lazy or rich training",
                     fmt::format("How far training has moved the model: NTK drift since initialisation, kernel-target "
                                 "alignment, effective rank of the positions, and the relative weight change "
                                 "|w - w0| / |w0| by role (travel). Little change and drift is lazy training.{}",
                                 has_band ? about_bands : ""),
                     Tree{{"series", std::move(all)}})};
}

}  // namespace sextant::report
