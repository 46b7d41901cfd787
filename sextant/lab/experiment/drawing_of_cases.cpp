// Metrics of cases against a setting, against each other, and side by side.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/experiment/drawing.h"

namespace sextant::lab {
namespace {

Tree make_axis(const std::string& label, const std::string& otherwise, bool logarithmic) {
  Tree axis{{"label", label.empty() ? otherwise : label}};
  if (logarithmic) axis["scale"] = "log";
  return axis;
}

std::string y_label_of(const Figure& figure) {
  if (!figure.y_label.empty()) return figure.y_label;
  return figure.metrics.size() == 1 ? label_of(figure, 0) : "value";
}

/// Several dots at one place stand for runs; a single one is the mean itself.
void add_dots(SeriesDrawing& drawing, std::size_t series, const Tree& x, const BySeed& values) {
  if (values.size() < 2) return;
  for (const auto& [seed, value] : values) drawing.add_dot(series, x, value);
}

}  // namespace

Tree draw_by_setting(const Figure& figure, const Evidence& evidence) {
  SeriesDrawing drawing(make_axis(figure.x_label, figure.over, figure.logarithmic), y_label_of(figure));
  std::vector<double> settings;
  for (std::size_t i = 0; i < figure.metrics.size(); ++i) {
    const std::size_t series = drawing.add_series(label_of(figure, i));
    for (const auto* one : evidence.choose(figure.cases)) {
      const Tree x = one->one.setting(figure.over);
      if (!x.is_number()) continue;
      settings.push_back(x.get<double>());
      const BySeed values = one->values(figure.metrics[i]);
      drawing.add_point(series, x, values);
      add_dots(drawing, series, x, values);
    }
  }
  if (settings.empty()) return drawing.take();
  const auto [least, most] = std::ranges::minmax(settings);
  for (const auto* one : evidence.choose(figure.level)) {
    const std::size_t series = drawing.add_series(one->one.name);
    for (const double x : {least, most}) drawing.add_point(series, x, one->values(figure.metrics.front()));
  }
  return drawing.take();
}

/// One metric: a place for each case. Several: a place for each metric, and the cases beside each other.
Tree draw_by_case(const Figure& figure, const Evidence& evidence) {
  const auto cases = evidence.choose(figure.cases);
  const bool lone = figure.metrics.size() == 1;
  Tree axis = make_axis(figure.x_label, lone ? "case" : "", false);
  axis["values"] = Tree::array();
  for (const auto* one : cases)
    if (lone && !one->values(figure.metrics.front()).empty()) axis["values"].push_back(one->one.name);
  for (std::size_t i = 0; i < figure.metrics.size() && !lone; ++i) axis["values"].push_back(label_of(figure, i));
  SeriesDrawing drawing(std::move(axis), y_label_of(figure));
  if (lone) drawing.add_series(label_of(figure, 0));
  for (const auto* one : cases) {
    const std::size_t series = lone ? 0 : drawing.add_series(one->one.name);
    for (std::size_t i = 0; i < figure.metrics.size(); ++i) {
      const Tree x = lone ? one->one.name : label_of(figure, i);
      const BySeed values = one->values(figure.metrics[i]);
      drawing.add_point(series, x, values);
      add_dots(drawing, series, x, values);
    }
  }
  return drawing.take();
}

/// A point for each case at the means of both metrics, a dot for each run.
Tree draw_scatter(const Figure& figure, const Evidence& evidence) {
  constexpr std::size_t colours = 8;  // that can be told apart
  SeriesDrawing drawing(make_axis(figure.x_label, figure.along, figure.logarithmic), y_label_of(figure));
  drawing.loosen();
  const auto cases = evidence.choose(figure.cases);
  const bool one_series = cases.size() > colours;
  if (one_series) drawing.add_series(label_of(figure, 0));
  for (const auto* one : cases) {
    const BySeed along = one->values(figure.along);
    BySeed values = one->values(figure.metrics.front());
    std::erase_if(values, [&](const auto& item) { return !along.contains(item.first); });
    if (values.empty()) continue;
    const std::size_t series = one_series ? 0 : drawing.add_series(one->one.name);
    drawing.add_point(series, six_digits(measure_mean(along).value), values);
    if (one_series) drawing.name_point(series, one->one.name);
    if (values.size() > 1)
      for (const auto& [seed, value] : values) drawing.add_dot(series, six_digits(along.at(seed)), value);
  }
  return drawing.take();
}

/// Numbers with their place in brackets: noise_robustness.gen[0.5].
Tree draw_profile(const Figure& figure, const Evidence& evidence) {
  SeriesDrawing drawing(make_axis(figure.x_label, "", figure.logarithmic), y_label_of(figure));
  const std::string prefix = figure.metrics.front() + "[";
  std::vector<std::pair<double, std::string>> places;
  for (const auto& metric : evidence.metrics()) {
    if (!metric.starts_with(prefix) || !metric.ends_with("]")) continue;
    const std::string inside = metric.substr(prefix.size(), metric.size() - prefix.size() - 1);
    char* end = nullptr;
    const double x = std::strtod(inside.c_str(), &end);
    if (!inside.empty() && *end == '\0') places.emplace_back(x, metric);
  }
  std::ranges::sort(places);
  for (const auto* one : evidence.choose(figure.cases)) {
    const std::size_t series = drawing.add_series(one->one.name);
    for (const auto& [x, metric] : places) drawing.add_point(series, six_digits(x), one->values(metric));
  }
  return drawing.take();
}

}  // namespace sextant::lab
