#include "sextant/report/curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sextant/report/number.h"
#include "sextant/report/spread.h"

namespace sextant::report {
namespace {

constexpr std::size_t most_points = 120;  // of one curve: more than the pixels can show
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

/// Every k-th point, and the last.
Curve thin(const Curve& curve) {
  const std::size_t every = (curve.size() + most_points - 1) / most_points;
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
    const Curve curve = thin(gather(group, split, column));
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

}  // namespace sextant::report
