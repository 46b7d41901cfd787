// A final metric against each swept value: the mean over seeds with its interval, and every run as a dot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sextant/report/panels.h"
#include "sextant/report/spread.h"
#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

constexpr std::size_t most_series = 8;  // colours that can be told apart
constexpr std::size_t most_panels = 6;

/// Steps of a factor rather than of a difference: a logarithmic axis shows them evenly.
bool wants_logarithm(const std::vector<Tree>& values) {
  if (values.size() < 3 || values.front().get<double>() <= 0) return false;
  return values.back().get<double>() / values.front().get<double>() > 50;
}

Tree make_axis(const Grouping& grouping, std::size_t axis) {
  Tree x{{"label", grouping.axes[axis]}};
  const auto values = grouping.values(axis);
  if (!grouping.is_numeric(axis)) {
    x["values"] = Tree::array();
    for (const auto& value : values) x["values"].push_back(value_text(value));
  } else if (wants_logarithm(values)) {
    x["scale"] = "log";
  }
  return x;
}

struct Figure {
  Tree data;
  bool has_interval = false;
};

Figure make_figure(const Grouping& grouping, std::size_t axis, const std::string& metric) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < grouping.axes.size(); ++i)
    if (i != axis) others.push_back(i);
  const bool numeric = grouping.is_numeric(axis);
  Figure figure{{{"x", make_axis(grouping, axis)}, {"y", {{"label", metric_label(metric)}}}}};
  figure.data["series"] = Tree::array();
  figure.data["dots"] = Tree::array();
  std::vector<std::string> labels;
  for (const Group* shown : grouping.ordered_by(others)) {
    const Group& group = *shown;
    const auto values = finals_of(group, metric);
    if (values.empty() || group.values[axis].is_null()) continue;
    const std::string label = others.empty() ? metric_label(metric) : grouping.label(group, others);
    const auto place = static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin());
    if (place == labels.size()) {
      labels.push_back(label);
      figure.data["series"].push_back({{"label", label}, {"points", Tree::array()}});
    }
    const Tree x = numeric ? group.values[axis] : Tree(value_text(group.values[axis]));
    const Spread spread = mean_interval(values);
    figure.has_interval = figure.has_interval || spread.low;
    figure.data["series"][place]["points"].push_back({{"x", x},
                                                      {"y", rounded(spread.middle)},
                                                      {"low", rounded(spread.low)},
                                                      {"high", rounded(spread.high)},
                                                      {"runs", values.size()}});
    if (values.size() > 1)
      for (const double value : values)
        figure.data["dots"].push_back({{"x", x}, {"y", rounded(value)}, {"series", place}});
  }
  return figure;
}

}  // namespace

std::vector<Tree> make_metric_by_setting(const Grouping& grouping) {
  std::vector<Tree> panels;
  for (const auto& metric : chief_metrics(grouping))
    for (std::size_t axis = 0; axis < grouping.axes.size(); ++axis) {
      if (grouping.values(axis).size() < 2) continue;
      Figure figure = make_figure(grouping, axis, metric);
      const std::size_t series = figure.data["series"].size();
      if (series == 0 || series > most_series || panels.size() == most_panels) continue;
      const std::string interval = figure.has_interval ? "bars its 95 % bootstrap interval, small dots individual runs."
                                                       : "one run each, so no interval.";
      panels.push_back(make_panel(fmt::format("{}_by_{}", metric, grouping.axes[axis]), "metric_by_setting",
                                  fmt::format("{} by {}", metric_label(metric), grouping.axes[axis]),
                                  fmt::format("Final {} against {}. Large dots are the mean over "
                                              "seeds, {}",
                                              metric_label(metric), grouping.axes[axis], interval),
                                  std::move(figure.data)));
    }
  return panels;
}

}  // namespace sextant::report
