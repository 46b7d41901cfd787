// The cells of an adaptive diagram that were not run, filled by the fitted surface: where phase p has probability
// P_p(cell) and the runs of phase p have the mean m_p, the cell is shown as sum_p P_p(cell) m_p.
#include <algorithm>
#include <map>

#include "sextant/report/panels.h"
#include "sextant/report/spread.h"
#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

/// All values of an axis: those of the diagram, in its order, where it knows more than the runs show.
void extend_axis(Tree& data, const char* axis, const Tree& diagram_values) {
  const Tree old = data[axis]["values"];
  Tree all = Tree::array();
  for (const auto& value : diagram_values) all.push_back(normal_value(value));
  for (const auto& value : old)
    if (std::ranges::find(all, value) == all.end()) return;  // another grid in the same directory: as the runs are
  for (auto& cell : data["cells"])
    cell[axis] = std::ranges::find(all, old[cell[axis].get<std::size_t>()]) - all.begin();
  data[axis]["values"] = std::move(all);
}

using Places = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;  // of data["cells"], by (x, y)

Places places_of(const Tree& cells) {
  Places places;
  for (std::size_t i = 0; i < cells.size(); ++i)
    places[{cells[i]["x"].get<std::size_t>(), cells[i]["y"].get<std::size_t>()}] = i;
  return places;
}

/// The mean over the cells of each phase that were run.
std::map<std::string, double> means_by_phase(const Tree& cells) {
  std::map<std::string, std::pair<double, double>> sums;
  for (const auto& cell : cells) {
    const auto label = cell.find("label"), value = cell.find("value");
    if (label == cell.end() || value == cell.end() || !value->is_number()) continue;
    auto& [sum, count] = sums[label->get<std::string>()];
    sum += value->get<double>();
    ++count;
  }
  std::map<std::string, double> means;
  for (const auto& [label, sum] : sums) means[label] = sum.first / sum.second;
  return means;
}

Tree estimate(const Tree& known, const std::map<std::string, double>& means) {
  double value = 0, weight = 0;
  for (const auto& [label, probability] : known.at("probability").items())
    if (const auto mean = means.find(label); mean != means.end() && probability.is_number()) {
      value += probability.get<double>() * mean->second;
      weight += probability.get<double>();
    }
  return weight > 0 ? rounded(value / weight) : Tree();
}

}  // namespace

void add_estimated_cells(Tree& data, const Tree& diagram) {
  const bool turned = diagram.at("axes")[0].at("key") != data["x"]["label"];
  extend_axis(data, "x", diagram.at("axes")[turned ? 1 : 0].at("values"));
  extend_axis(data, "y", diagram.at("axes")[turned ? 0 : 1].at("values"));
  Tree& cells = data["cells"];
  const Places run = places_of(cells);
  const auto index = [&](const char* axis, const Tree& value) {
    const Tree& values = data[axis]["values"];
    return static_cast<std::size_t>(std::ranges::find(values, normal_value(value)) - values.begin());
  };
  std::vector<std::pair<Tree, const Tree*>> unrun;
  for (const auto& known : diagram.at("cells")) {
    const std::size_t x = index("x", known.at("at")[turned ? 1 : 0]), y = index("y", known.at("at")[turned ? 0 : 1]);
    if (x == data["x"]["values"].size() || y == data["y"]["values"].size() || !known.at("label").is_string()) continue;
    const auto found = run.find({x, y});
    if (found != run.end())
      cells[found->second]["label"] = known["label"];
    else
      unrun.push_back({{{"x", x}, {"y", y}, {"value", nullptr}, {"estimated", true}, {"runs", Tree::array()}}, &known});
  }
  const auto means = means_by_phase(cells);
  for (auto& [cell, known] : unrun) {
    if (known->contains("probability")) cell["value"] = estimate(*known, means);
    cell["label"] = known->at("label");
    cells.push_back(std::move(cell));
  }
}

}  // namespace sextant::report
