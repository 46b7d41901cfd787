// What the kinds have in common, and the kind `panel`, which shows what an analysis drew of one run per case.
#include "sextant/lab/experiment/drawing.h"

#include <cmath>
#include <cstdlib>

#include "sextant/core/error.h"
#include "sextant/lab/experiment/findings_files.h"

namespace sextant::lab {
namespace {

Tree make_panel(const char* kind, const Figure& figure, Tree data) {
  return {{"kind", kind}, {"title", figure.title}, {"caption", figure.caption}, {"data", std::move(data)}};
}

std::string file_name(const std::string& id, const std::string& name) {
  std::string result = id + "-" + name;
  for (char& letter : result)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '_' && letter != '-' && letter != '.')
      letter = '_';
  return result;
}

/// The analysis' own panel of the first run of each case.
std::vector<DrawnPanel> draw_panels(const Figure& figure, const Evidence& evidence) {
  std::vector<DrawnPanel> drawn;
  for (const auto* one : evidence.choose(figure.cases)) {
    if (one->runs.empty()) continue;
    const Tree findings = read_findings(one->runs.front().directory, figure.analysis, true);
    if (!findings.is_object()) continue;
    for (const auto& panel : findings.value("panels", Tree::array())) {
      if (panel.value("name", "") != figure.name) continue;
      Tree shown = make_panel(panel.value("kind", "table").c_str(), figure, panel.at("data"));
      shown["title"] = fmt::format("{}: {}", figure.title, one->one.name);
      if (!panel.at("data").value("all_seeds", false))
        shown["caption"] = fmt::format("{} The run with seed {}.", figure.caption, one->runs.front().seed.dump());
      drawn.push_back({file_name(figure.id, one->one.name), std::move(shown)});
    }
  }
  return drawn;
}

}  // namespace

Tree six_digits(double value) {
  if (!std::isfinite(value)) return Tree();
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

std::string label_of(const Figure& figure, std::size_t metric) {
  return figure.labels.empty() ? figure.metrics[metric] : figure.labels[metric];
}

SeriesDrawing::SeriesDrawing(Tree x, const std::string& y_label) {
  data_ = {{"x", std::move(x)}, {"y", {{"label", y_label}}}, {"series", Tree::array()}, {"dots", Tree::array()}};
  data_["interval"] = "95 % bootstrap interval of the mean";
}

std::size_t SeriesDrawing::add_series(const std::string& label) {
  data_["series"].push_back({{"label", label}, {"points", Tree::array()}});
  return data_["series"].size() - 1;
}

void SeriesDrawing::add_point(std::size_t series, const Tree& x, const BySeed& values) {
  if (values.empty()) return;
  const Measured mean = measure_mean(values);
  data_["series"][series]["points"].push_back({{"x", x},
                                               {"y", six_digits(mean.value)},
                                               {"low", mean.interval ? six_digits(mean.interval->low) : Tree()},
                                               {"high", mean.interval ? six_digits(mean.interval->high) : Tree()},
                                               {"runs", values.size()}});
}

void SeriesDrawing::name_point(std::size_t series, const std::string& name) {
  data_["series"][series]["points"].back()["name"] = name;
}

void SeriesDrawing::add_dot(std::size_t series, const Tree& x, double y) {
  data_["dots"].push_back({{"x", x}, {"y", six_digits(y)}, {"series", series}});
}

Tree SeriesDrawing::take() {
  Tree kept = Tree::array();
  std::vector<Tree> places;  // of the series that stay
  for (auto& one : data_["series"]) {
    places.push_back(one["points"].empty() ? Tree() : Tree(kept.size()));
    if (!one["points"].empty()) kept.push_back(std::move(one));
  }
  data_["series"] = std::move(kept);
  for (auto& dot : data_["dots"]) dot["series"] = places[dot["series"].get<std::size_t>()];
  return std::move(data_);
}

std::vector<DrawnPanel> draw_figure(const Figure& figure, const Evidence& evidence) {
  if (figure.kind == "panel") return draw_panels(figure, evidence);
  const bool course = figure.kind == "course";
  Tree data;
  if (figure.kind == "by_setting") data = draw_by_setting(figure, evidence);
  if (figure.kind == "by_case") data = draw_by_case(figure, evidence);
  if (figure.kind == "scatter") data = draw_scatter(figure, evidence);
  if (figure.kind == "profile") data = draw_profile(figure, evidence);
  if (figure.kind == "rows") data = draw_rows(figure, evidence);
  if (course) data = draw_course(figure, evidence);
  if (data["series"].empty()) return {};
  return {{figure.id, make_panel(course ? "learning_curves" : "metric_by_setting", figure, std::move(data))}};
}

}  // namespace sextant::lab
