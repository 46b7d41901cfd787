// What the page shows of stress: bars, the spectrum, stress by rank, and all numbers as a table.
#include <fmt/format.h>

#include <algorithm>

#include "sextant/lab/stress/stress_files.h"
#include "sextant/lab/stress/stress_verdict.h"

namespace sextant::lab {
namespace {

constexpr double most_drawn = 2;  // raw stress: one encoding of a wrong norm would flatten all other bars

/// The encodings from the best to the worst, then what carries no positional information.
std::vector<const StressRow*> ranked(const StressReport& report) {
  std::vector<const StressRow*> rows = judge_stress(report).ranking;
  for (const auto& row : report.rows)
    if (row.reference) rows.push_back(&row);
  return rows;
}

Tree write_bar(const StressRow& row, const std::string& grade, const char* group, bool with_scale) {
  Tree bar{{"label", row.reference ? row.name : fmt::format("{} ({})", row.name, grade)},
           {"shape", five_digits(row.stress.shape)},
           {"scale", with_scale ? five_digits(row.stress.scale) : Tree(0)},
           {"group", group}};
  const auto& interval = with_scale ? row.raw : row.shape;
  if (interval) {
    bar["low"] = five_digits(std::max(0.0, interval->low));
    bar["high"] = five_digits(interval->high);
  }
  return bar;
}

Panel make_bars(const StressReport& report) {
  Tree bars = Tree::array();
  Index left_out = 0;
  for (const StressRow* row : ranked(report))
    bars.push_back(write_bar(*row, grade_stress(*row, report), "optimally rescaled", false));
  for (const StressRow* row : ranked(report))
    if (row->stress.raw <= most_drawn)
      bars.push_back(write_bar(*row, grade_stress(*row, report), "as is", true));
    else
      ++left_out;
  return {
      "stress",
      "stress_bars",
      "Encodings from the best fit to the worst",
      fmt::format(
          "Normalised squared error of an encoding's distances (stress), after optimal rescaling and as "
          "is{}. {}. Zero, random, equal and shuffled carry no positional information.",
          left_out == 0 ? "" : fmt::format(" ({} with a stress above {} are only in the table)", left_out, most_drawn),
          stress_grades),
      1,
      {{"bars", std::move(bars)}, {"y", {{"label", "stress"}}}}};
}

Panel make_table(const StressReport& report) {
  Tree columns = Tree::array(), rows = Tree::array();
  for (const char* label : {"encoding", "raw stress", "shape S*", "scale", "optimal factor", "stress-1", "Spearman",
                            "p", "Toeplitz R2", "rule"})
    columns.push_back({{"label", label}});
  for (const auto& row : report.rows) {
    Tree cells = Tree::array({row.name});
    for (const double value : {row.stress.raw, row.stress.shape, row.stress.scale, row.stress.best_factor,
                               row.stress.kruskal, row.order.correlation, row.order.p, row.toeplitz})
      cells.push_back(five_digits(value));
    cells.push_back(row.rule);
    rows.push_back(std::move(cells));
  }
  return {"stress_table",
          "table",
          "Stress in numbers",
          "Raw stress is shape plus scale; optimal rescaling removes the scale. Spearman is the rank correlation of "
          "distances, p its permutation p-value.",
          2,
          {{"columns", std::move(columns)}, {"rows", std::move(rows)}}};
}

Panel make_spectrum(const TargetMeasures& target) {
  Tree values = Tree::array();
  const double rounding = 1e-12 * target.eigenvalues.front();  // on a logarithmic axis it would flatten all others
  for (const double value : target.eigenvalues)
    if (value > rounding) values.push_back(five_digits(value));
  const Tree ranks{{"participation", five_digits(target.ranks.participation)},
                   {"entropy rank", five_digits(target.ranks.entropy)},
                   {"r90", target.ranks.r90},
                   {"r99", target.ranks.r99}};
  return {"spectrum",
          "spectrum",
          "Spectrum of the target distances",
          fmt::format("Positive eigenvalues of the centred Gram matrix; {} axes are above rounding and noise.",
                      target.kept),
          4,
          {{"series", Tree::array({{{"label", "target"}, {"values", std::move(values)}, {"rank", ranks}}})},
           {"y", {{"label", "eigenvalue"}, {"scale", "log"}}}}};
}

Panel make_curve(const std::vector<RankPoint>& curve) {
  Tree raw = Tree::array(), bound = Tree::array();
  const auto add = [](Tree& points, Index rank, double value) {
    points.push_back({{"x", rank}, {"y", five_digits(value)}, {"low", {}}, {"high", {}}, {"runs", 1}});
  };
  for (const auto& point : curve) {
    add(raw, point.rank, point.stress.raw);
    add(bound, point.rank, point.bound);
  }
  return {"stress_by_rank",
          "metric_by_setting",
          "Stress by rank",
          "Raw stress of classical MDS truncated to each rank, and the bound from its eigenvalues.",
          3,
          {{"x", {{"label", "rank"}}},
           {"y", {{"label", "raw stress"}}},
           {"series", Tree::array({{{"label", "classical MDS"}, {"points", std::move(raw)}},
                                   {{"label", "bound"}, {"points", std::move(bound)}}})}}};
}

}  // namespace

std::vector<Panel> target_panels(const TargetMeasures& target, const std::vector<RankPoint>& curve) {
  std::vector<Panel> panels{make_spectrum(target)};
  if (!curve.empty()) panels.push_back(make_curve(curve));
  return panels;
}

std::vector<Panel> stress_panels(const StressReport& report) {
  std::vector<Panel> panels{make_bars(report), make_table(report)};
  for (auto& panel : target_panels(report.target, report.curve)) panels.push_back(std::move(panel));
  return panels;
}

}  // namespace sextant::lab
