// What lies beside single runs: metrics along training, and the rows of tables that analyses found.
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/experiment/drawing.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/metrics_file.h"
#include "sextant/results/run_files.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

constexpr std::size_t most_points = 120;  // of one curve: more than the pixels can show

using StepCurve = std::map<Index, std::vector<double>>;  // the runs' values by step

/// "gen.accuracy" is the column accuracy in rows of the split gen; "meter.kernel_drift" is a column of its own.
void add_to_curve(const std::string& run, const std::string& metric, StepCurve& curve) {
  const auto dot = metric.find('.');
  if (dot == std::string::npos || !file_exists(file_in(run, run_file::metrics))) return;
  check_metrics(run);
  for (const auto& row : read_metrics(run)) {
    if (row.split != metric.substr(0, dot)) continue;
    const auto own = row.find(metric);
    if (const auto value = own ? own : row.find(metric.substr(dot + 1))) curve[row.step].push_back(*value);
  }
}

Tree draw_curve(const StepCurve& curve, const std::string& label, const std::string& split, const std::string& metric) {
  Tree series{{"label", label}, {"metric", metric}, {"split", split}};
  for (const char* key : {"steps", "middle", "low", "high"}) series[key] = Tree::array();
  std::size_t runs = 0, number = 0;
  const std::size_t every = curve.size() / most_points + 1;
  for (auto [step, values] : curve) {
    const bool shown = number % every == 0 || number + 1 == curve.size();
    ++number;
    if (!shown) continue;
    std::ranges::sort(values);
    runs = std::max(runs, values.size());
    series["steps"].push_back(step);
    series["middle"].push_back(six_digits(quantile(values, 0.5)));
    series["low"].push_back(six_digits(quantile(values, 0.25)));
    series["high"].push_back(six_digits(quantile(values, 0.75)));
  }
  series["runs"] = runs;
  return series;
}

/// A column of a table in findings, by row label.
std::map<std::string, double> read_column(const Tree& table, const std::string& column) {
  std::map<std::string, double> result;
  const auto& labels = table.at("column_labels");
  for (std::size_t j = 0; j < labels.size(); ++j) {
    if (labels[j] != column) continue;
    for (std::size_t i = 0; i < table.at("values").size(); ++i)
      if (const Tree& value = table["values"][i][j]; value.is_number())
        result[table["row_labels"][i].get<std::string>()] = value.get<double>();
  }
  return result;
}

/// The means of a column over the runs of a case.
std::map<std::string, double> mean_column(const CaseEvidence& one, const Figure& figure, const std::string& column) {
  std::map<std::string, std::vector<double>> all;
  for (const auto& run : one.runs) {
    const Tree findings = read_findings(run.directory, figure.analysis, true);
    if (!findings.is_object()) continue;
    for (const auto& table : findings.value("tables", Tree::array()))
      if (table.value("name", "") == figure.name)
        for (const auto& [row, value] : read_column(table, column)) all[row].push_back(value);
  }
  std::map<std::string, double> means;
  for (const auto& [row, values] : all) {
    double sum = 0;
    for (const double value : values) sum += value;
    means[row] = sum / static_cast<double>(values.size());
  }
  return means;
}

}  // namespace

/// Median and quartiles over the runs of each case.
Tree draw_course(const Figure& figure, const Evidence& evidence) {
  Tree data{{"series", Tree::array()}, {"band", "interquartile range of the runs"}};
  for (std::size_t i = 0; i < figure.metrics.size(); ++i)
    for (const auto* one : evidence.choose(figure.cases)) {
      StepCurve curve;
      for (const auto& run : one->runs) add_to_curve(run.directory, figure.metrics[i], curve);
      std::string split = figure.metrics[i].substr(0, figure.metrics[i].find('.'));
      if (!figure.labels.empty() && split != "train") split.clear();  // the label says it
      if (!curve.empty()) data["series"].push_back(draw_curve(curve, one->one.name, split, label_of(figure, i)));
    }
  return data;
}

/// A point for each row: one column of a table against another, means over the runs of a case.
Tree draw_rows(const Figure& figure, const Evidence& evidence) {
  SeriesDrawing drawing({{"label", figure.x_label.empty() ? figure.along : figure.x_label}},
                        figure.y_label.empty() ? label_of(figure, 0) : figure.y_label);
  drawing.loosen();
  for (const auto* one : evidence.choose(figure.cases)) {
    const auto along = mean_column(*one, figure, figure.along),
               values = mean_column(*one, figure, figure.metrics.front());
    std::vector<double> x, y;
    for (const auto& [row, value] : values)
      if (const auto other = along.find(row); other != along.end()) {
        x.push_back(other->second);
        y.push_back(value);
      }
    if (x.empty()) continue;
    const std::size_t series =
        drawing.add_series(fmt::format("{} (Spearman {:.2f})", one->one.name, spearman(x, y).value));
    for (std::size_t i = 0; i < x.size(); ++i) drawing.add_point(series, six_digits(x[i]), {{Tree(1), y[i]}});
  }
  return drawing.take();
}

}  // namespace sextant::lab
