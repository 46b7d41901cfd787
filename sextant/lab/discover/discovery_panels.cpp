// The panels of a discovery: its pictures (discovery_pictures.cpp), then what was found, modules by labels, the errors
// and the agreement with labels as tables.
#include <algorithm>
#include <map>

#include "sextant/analysis/panel.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_facts.h"
#include "sextant/lab/discover/discovery_files.h"
#include "sextant/lab/discover/influences.h"

namespace sextant::lab {
namespace {

Tree draw_facts(const Discovery& all) {
  Tree rows = Tree::array();
  rows.push_back({"verdict", fmt::format("{}: {}", name_of_grade(all.conclusion.grade), all.conclusion.sentence)});
  for (const auto& [what, text] : list_facts(all)) rows.push_back({what, text});
  return table_panel("What was found, in numbers",
                     "Structure means that masked variables of held-out samples are predicted "
                     "better than in surrogates with every variable shifted in time independently.",
                     4, {"what", "found"}, std::move(rows));
}

Tree draw_errors(const Discovery& all) {
  Tree rows = Tree::array();
  const auto relative = [&](double error) { return five_digits(1 - error / all.errors.mean_guess()); };
  for (const auto& one : all.errors.baselines)
    rows.push_back({one.name, five_digits(one.error), nullptr, nullptr, relative(one.error)});
  for (const auto& one : all.errors.cases) {
    if (one.errors.empty()) continue;
    const auto [least, most] = std::ranges::minmax(one.errors);
    rows.push_back({one.name, five_digits(one.mean()), five_digits(least), five_digits(most), relative(one.mean())});
    if (one.sigma && one.errors.size() > 1)
      rows.push_back(
          {one.name + ", mean of seeds", five_digits(one.ensemble), nullptr, nullptr, relative(one.ensemble)});
  }
  return table_panel(
      "Prediction error on held-out samples",
      "Mean squared error on masked variables, which have variance 1: mean over seeds, minimum and maximum. "
      "Explained is the improvement over predicting the mean of each variable. Learned positions are labelled by their "
      "initial sigma; `mean of seeds` is the error of the mean prediction over seeds.",
      5, {"predictor", "error", "least", "most", "explained"}, std::move(rows));
}

Tree draw_groupings(const Discovery& all) {
  const bool labelled = !all.measures.empty();
  Tree rows = Tree::array();
  for (const auto& one : all.groupings)
    rows.push_back({one.name(), count_modules(one.modules), labelled ? Tree(four_decimals(one.nmi)) : Tree(),
                    labelled ? Tree(four_decimals(one.ari)) : Tree(), four_decimals(one.within_between)});
  return table_panel(
      "Modules beside those of simpler methods",
      "Each method applied to the learned similarities, to correlations and to partial correlations: the number of "
      "modules, their agreement with the labels (normalised mutual information and adjusted Rand index), and the "
      "held-out correlation within modules minus that between them.",
      6, {"method", "modules", "NMI", "ARI", "within - between"}, std::move(rows));
}

Tree draw_modules(const Discovery& all) {
  const auto variables = name_variables(all), modules = name_modules(all);
  Tree rows = Tree::array();
  for (std::size_t i = 0; i < variables.size(); ++i)
    rows.push_back({variables[i], modules[i], four_decimals(all.modules.consensus.sureness[i]),
                    all.series.labels.empty() ? Tree() : Tree(all.series.labels[i])});
  return table_panel("Detected modules",
                     "Module of each variable by consensus over seeds and repeats. The confidence is the fraction of "
                     "these that assign it to the same module as the module's other variables.",
                     8, {"variable", "module", "confidence", "label"}, std::move(rows));
}

Tree draw_measures(const Discovery& all) {
  Tree rows = Tree::array();
  for (const auto& [name, result] : all.measures)
    rows.push_back({name, five_digits(result.value), five_digits(result.shuffled), five_digits(result.p)});
  return table_panel(
      "Agreement with the labels",
      "Modularity, segregation and participation (lower is better) of the similarities under the labels; "
      "agreement of the labels with k-means and with the detected modules. Each with its mean over "
      "label shuffles and the p-value against them.",
      7, {"measure", "value", "shuffled", "p"}, std::move(rows));
}

/// How many variables of each label (a column) are in each module (a row).
Tree draw_modules_by_label(const Discovery& all) {
  const auto modules = name_modules(all);
  std::map<std::string, std::map<std::string, Index>> counts;
  std::map<std::string, Index> labels;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    ++counts[modules[i]][all.series.labels[i]];
    ++labels[all.series.labels[i]];
  }
  std::vector<std::string> columns{"module"};
  for (const auto& [label, count] : labels) columns.push_back(label);
  Tree rows = Tree::array();
  for (const auto& [module, own] : counts) {
    Tree row{module};
    for (const auto& [label, count] : labels) row.push_back(own.contains(label) ? Tree(own.at(label)) : Tree());
    rows.push_back(std::move(row));
  }
  return table_panel(fmt::format("Modules by label: {} modules, {} labels", counts.size(), labels.size()),
                     "Variables of each label in each module that was found without the labels. A module that matches "
                     "a label has one filled column, and that column no other row.",
                     2, columns, std::move(rows));
}

}  // namespace

Tree table_panel(const std::string& title, const std::string& caption, Index order,
                 const std::vector<std::string>& columns, Tree rows) {
  Tree heads = Tree::array();
  for (const auto& label : columns) heads.push_back({{"label", label}});
  return {{"kind", "table"},
          {"title", title},
          {"caption", caption},
          {"order", order},
          {"data", {{"columns", std::move(heads)}, {"rows", std::move(rows)}}}};
}

std::vector<NamedPanel> draw_discovery(const Discovery& discovery) {
  std::vector<NamedPanel> panels = draw_pictures(discovery);
  panels.push_back({"discovery", draw_facts(discovery)});
  if (discovery.conclusion.modules_shown && !discovery.series.labels.empty())
    panels.push_back({"modules_by_label", draw_modules_by_label(discovery)});
  if (discovery.influences)
    for (auto& panel : draw_influences(*discovery.influences, name_variables(discovery)))
      panels.push_back(std::move(panel));
  panels.push_back({"errors", draw_errors(discovery)});
  if (!discovery.measures.empty()) panels.push_back({"labels", draw_measures(discovery)});
  panels.push_back({"groupings", draw_groupings(discovery)});
  if (discovery.conclusion.modules_shown) panels.push_back({"modules", draw_modules(discovery)});
  return panels;
}

}  // namespace sextant::lab
