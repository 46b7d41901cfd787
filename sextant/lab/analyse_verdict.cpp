#include "sextant/lab/analyse_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sextant/core/tree.h"

namespace sextant::lab {
namespace {

constexpr double chance_level = 0.05;

std::optional<double> find_number(const std::vector<NamedFindings>& analyses, const std::string& analysis,
                                  const std::string& number) {
  for (const auto& one : analyses)
    if (one.analysis == analysis)
      for (const auto& found : one.findings.numbers)
        if (found.name == number && std::isfinite(found.value)) return found.value;
  return std::nullopt;
}

/// "row" and "column", or "place": those whose coordinates were read off.
std::vector<std::string> recovered_axes(const std::vector<NamedFindings>& analyses) {
  std::vector<std::string> axes;
  for (const auto& one : analyses)
    if (one.analysis == "position_recovery")
      for (const auto& number : one.findings.numbers)
        if (number.name.ends_with("_r2")) axes.push_back(number.name.substr(0, number.name.size() - 3));
  return axes;
}

struct KeyNumber {
  const char* analysis;
  const char* number;
  const char* meaning;
};

constexpr KeyNumber key_numbers[] = {
    {"accuracy_by_condition", "test", "accuracy on held-out samples"},
    {"position_recovery", "place_r2", "true place read off the positions linearly; 1: exactly, 0: not at all"},
    {"position_recovery", "row_r2", "true row read off the positions linearly; 1: exactly, 0: not at all"},
    {"position_recovery", "column_r2", "true column read off the positions linearly"},
    {"position_recovery", "distance_correlation", "do distances between positions follow the true ones? 1: exactly"},
    {"noise_robustness", "kept[test]", "share of the accuracy kept with noise on every block's input"},
    {"richness", "kernel_drift", "change of the tangent kernel since the start; 0: lazy, towards 1: rich"},
    {"equivariance", "relative_error", "change of the outputs when tokens are permuted; 0: order is not seen"},
    {"modules", "modularity", "do positions follow the modules of the tokens? 0: not at all"},
    {"linear_prediction", "model[test]", "error of the model on masked values"},
};

}  // namespace

std::string judge_analyses(const std::vector<NamedFindings>& analyses) {
  double worst = 1, worst_p = 0;
  std::string numbers;
  for (const auto& axis : recovered_axes(analyses)) {
    const double value = find_number(analyses, "position_recovery", axis + "_r2").value_or(0);
    const double chance = find_number(analyses, "position_recovery", axis + "_r2_shuffled").value_or(0);
    const double p = find_number(analyses, "position_recovery", axis + "_r2_p").value_or(1);
    worst = std::min(worst, value);
    worst_p = std::max(worst_p, p);
    numbers +=
        fmt::format("{}{} R2 {:.2f}, by chance {:.2f}, p {:.2g}", numbers.empty() ? "" : "; ", axis, value, chance, p);
  }
  if (numbers.empty()) return "";
  if (worst_p > chance_level)
    return fmt::format(
        "It is not shown that its positions tell where the tokens stand: a linear readout is no better than chance "
        "({}; R2 1: exactly, 0: not at all).",
        numbers);
  return fmt::format(
      "Its positions tell {} where the tokens stand, read off linearly ({}; R2 1: exactly, 0: not at all).",
      worst >= 0.8   ? "well"
      : worst >= 0.4 ? "in part"
                     : "a little",
      numbers);
}

std::vector<KeyMeasure> key_measures(const std::vector<NamedFindings>& analyses) {
  std::vector<KeyMeasure> measures;
  for (const auto& [analysis, number, meaning] : key_numbers)
    if (const auto value = find_number(analyses, analysis, number))
      measures.push_back({fmt::format("{}.{}", analysis, number), *value, meaning});
  return measures;
}

Tree describe_analyses(const std::vector<NamedFindings>& analyses) {
  Tree tree{{"sentence", judge_analyses(analyses)}, {"analyses", Tree::object()}};
  for (const auto& [name, findings] : analyses) {
    Tree& entry = tree["analyses"][name];
    if (!findings.left_out.empty()) entry["skipped"] = findings.left_out;
    for (const auto& number : findings.numbers)
      entry["numbers"][number.name] = std::isfinite(number.value) ? Tree(number.value) : Tree();
  }
  return tree;
}

}  // namespace sextant::lab
