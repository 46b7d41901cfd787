// The panels of a discovery: what was found, the map, the similarities, the errors, the agreement with labels.
#include <algorithm>
#include <numeric>

#include "sextant/analysis/panel.h"
#include "sextant/core/error.h"
#include "sextant/lab/discover/discovery_facts.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::lab {
namespace {

constexpr Index most_variables = 540;  // of a matrix that a page can carry

Tree table_panel(const std::string& title, const std::string& caption, Index order,
                 std::initializer_list<const char*> columns, Tree rows) {
  Tree heads = Tree::array();
  for (const char* label : columns) heads.push_back({{"label", label}});
  return {{"kind", "table"},
          {"title", title},
          {"caption", caption},
          {"order", order},
          {"data", {{"columns", std::move(heads)}, {"rows", std::move(rows)}}}};
}

Tree draw_facts(const Discovery& all) {
  Tree rows = Tree::array();
  rows.push_back({"verdict", fmt::format("{}: {}", name_of_grade(all.conclusion.grade), all.conclusion.sentence)});
  for (const auto& [what, text] : list_facts(all)) rows.push_back({what, text});
  return table_panel(
      all.study.title,
      "Summary of the discovered arrangement. Structure means that masked variables of held-out samples are predicted "
      "better than in surrogates with every variable shifted in time independently.",
      -1, {"what", ""}, std::move(rows));
}

Tree draw_map(const Discovery& all) {
  const auto modules = name_modules(all);
  Tree colours = Tree::array(), points = Tree::array(), third = Tree::array(), sureness = Tree::array();
  Tree plain = Tree::array();
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const auto row = static_cast<Index>(i);
    points.push_back({five_digits(all.map.points(row, 0)), five_digits(all.map.points(row, 1))});
    plain.push_back({five_digits(all.correlation_map.points(row, 0)), five_digits(all.correlation_map.points(row, 1))});
    third.push_back(five_digits(all.map.points(row, 2)));
    sureness.push_back(four_decimals(all.modules.consensus.sureness[i]));
  }
  if (!all.series.labels.empty()) colours.push_back({{"label", "label"}, {"values", all.series.labels}});
  if (all.conclusion.modules_shown) colours.push_back({{"label", "detected module"}, {"values", modules}});
  colours.push_back({{"label", "third axis"}, {"values", std::move(third)}});
  if (all.conclusion.modules_shown) colours.push_back({{"label", "confidence"}, {"values", std::move(sureness)}});
  for (Index axis = 0; axis < all.series.coordinates.columns; ++axis) {
    Tree values = Tree::array();
    for (Index i = 0; i < all.series.coordinates.rows; ++i)
      values.push_back(five_digits(all.series.coordinates(i, axis)));
    colours.push_back({{"label", fmt::format("coordinate {}", axis + 1)}, {"values", std::move(values)}});
  }
  const double share = 100 * (all.map.share[0] + all.map.share[1]);
  const double plain_share = 100 * (all.correlation_map.share[0] + all.correlation_map.share[1]);
  return {{"kind", "positions_map"},
          {"title", "Map of the variables"},
          {"caption",
           fmt::format("Variables with similar learned positions lie close together (principal coordinates of the "
                       "mean cosine similarity over {} seeds). The third axis is available as a colour. Beside it the "
                       "map of the correlations alone (multidimensional scaling).",
                       all.seeds.size())},
          {"order", 0},
          {"data",
           {{"labels", name_variables(all)},
            {"colours", std::move(colours)},
            {"maps", Tree::array({{{"name", "all seeds"},
                                   {"points", std::move(points)},
                                   {"note", fmt::format("{:.0f} % of the variance", share)}},
                                  {{"name", "correlations"},
                                   {"points", std::move(plain)},
                                   {"note", fmt::format("{:.0f} % of the variance", plain_share)}}})}}}};
}

Tree draw_similarities(const Discovery& all) {
  const auto groups = all.series.labels.empty() ? name_modules(all) : all.series.labels;
  const auto variables = name_variables(all);
  std::vector<Index> order(groups.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return groups[static_cast<std::size_t>(i)]; });
  Tree labels = Tree::array(), borders = Tree::array(), names = Tree::array();
  Table sorted(all.similarities.rows, all.similarities.rows);
  for (Index i = 0; i < sorted.rows; ++i) {
    const auto own = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
    if (names.empty() || names.back() != groups[own]) {
      if (i > 0) borders.push_back(i);
      names.push_back(groups[own]);
    }
    labels.push_back(variables[own]);
    for (Index j = 0; j < sorted.rows; ++j)
      sorted(i, j) = all.similarities(static_cast<Index>(own), order[static_cast<std::size_t>(j)]);
  }
  return {
      {"kind", "similarity_matrix"},
      {"title", "Similarity of the learned positions"},
      {"caption",
       fmt::format("Cosine similarity of every pair of position vectors, averaged over seeds, variables sorted by {}.",
                   all.series.labels.empty() ? "detected module" : "label")},
      {"order", 1},
      {"data",
       {{"labels", std::move(labels)},
        {"unit", "variable"},
        {"range", {-1, 1}},
        {"borders", std::move(borders)},
        {"groups", std::move(names)},
        {"matrices", Tree::array({{{"name", "cosine"}, {"values", write_rows(sorted, four_decimals)}}})}}}};
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
      3, {"predictor", "error", "least", "most", "explained"}, std::move(rows));
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
      4, {"method", "modules", "NMI", "ARI", "within - between"}, std::move(rows));
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
                     5, {"variable", "module", "confidence", "label"}, std::move(rows));
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
      2, {"measure", "value", "shuffled", "p"}, std::move(rows));
}

}  // namespace

std::vector<NamedPanel> draw_discovery(const Discovery& discovery) {
  std::vector<NamedPanel> panels{{"discovery", draw_facts(discovery)}, {"map", draw_map(discovery)}};
  if (discovery.similarities.rows <= most_variables) panels.push_back({"similarity", draw_similarities(discovery)});
  panels.push_back({"errors", draw_errors(discovery)});
  if (!discovery.measures.empty()) panels.push_back({"labels", draw_measures(discovery)});
  panels.push_back({"groupings", draw_groupings(discovery)});
  if (discovery.conclusion.modules_shown) panels.push_back({"modules", draw_modules(discovery)});
  return panels;
}

}  // namespace sextant::lab
