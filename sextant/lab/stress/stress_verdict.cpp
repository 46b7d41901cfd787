#include "sextant/lab/stress/stress_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sextant/core/environment.h"
#include "sextant/core/tree.h"
#include "sextant/lab/stress/published_stress.h"

namespace sextant::lab {
namespace {

constexpr double significant = 0.05;

std::string percent_off(const StressRow& row) { return fmt::format("{:.1f} %", 100 * row.stress.kruskal); }

/// "a, b and c".
std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::vector<std::string> names_graded(const std::vector<const StressRow*>& rows, const std::string& grade,
                                      const StressReport& report) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (grade_stress(*rows[i], report) == grade) names.push_back(rows[i]->name);
  return names;
}

}  // namespace

std::string grade_stress(const StressRow& row, const StressReport& report) {
  if (row.reference) return "-";
  double nothing = std::numeric_limits<double>::infinity();
  for (const auto& other : report.rows)
    if (other.reference) nothing = std::min(nothing, other.stress.shape);
  const bool any_order_fits = row.null && row.null->p > significant;
  if (any_order_fits || row.stress.shape >= nothing || row.stress.kruskal > fair_stress) return "poor";
  return row.stress.kruskal <= good_stress ? "good" : "fair";
}

std::string explain_grade(const StressRow& row, const StressReport& report) {
  std::vector<std::string> parts;
  if (row.null && row.null->p > significant)
    parts.push_back(fmt::format("{:.0f} % of random orders of its positions fit as well", 100 * row.null->p));
  else if (row.null)
    parts.push_back(fmt::format("in random order its positions would be off by {:.1f} %", 100 * row.null->median));
  if (report.target.corpus)
    parts.push_back(fmt::format("{:.0f} % of published encodings on texts are further off",
                                100 * share_further_off(row.stress.kruskal)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

StressVerdict judge_stress(const StressReport& report) {
  StressVerdict verdict;
  for (const auto& row : report.rows)
    if (!row.reference) verdict.ranking.push_back(&row);
  std::ranges::stable_sort(verdict.ranking, {}, [](const StressRow* row) { return row->stress.shape; });
  if (verdict.ranking.empty()) {
    verdict.title = "No encoding was measured";
    verdict.sentence = "Only encodings without positional information were measured.";
    return verdict;
  }
  const StressRow& best = *verdict.ranking.front();
  const std::string grade = grade_stress(best, report);
  verdict.title = fmt::format("Best fit: {} ({})", best.name, grade);
  verdict.sentence =
      verdict.ranking.size() == 1
          ? fmt::format("The fit of {} is {}: ", best.name, grade)
          : fmt::format("Of {} encodings {} fits these data best, and its fit is {}: ", verdict.ranking.size(),
                        best.name, grade);
  verdict.sentence +=
      fmt::format("after optimal rescaling the distances between its positions are off by {}.", percent_off(best));
  if (const std::string reason = explain_grade(best, report); !reason.empty())
    verdict.sentence += fmt::format(" For comparison: {}.", reason);
  for (const char* word : {"good", "fair", "poor"})
    if (const auto names = names_graded(verdict.ranking, word, report); !names.empty())
      verdict.sentence +=
          fmt::format(" {}: {}.", std::string(1, static_cast<char>(word[0] - 32)) + (word + 1), listed(names));
  return verdict;
}

Tree stress_headline(const StressReport& report) {
  const StressVerdict verdict = judge_stress(report);
  Tree numbers = Tree::array();
  if (!verdict.ranking.empty()) {
    numbers.push_back({{"label", fmt::format("off with the best encoding, {}", verdict.ranking.front()->name)},
                       {"text", percent_off(*verdict.ranking.front())}});
    if (verdict.ranking.size() > 1)
      numbers.push_back({{"label", fmt::format("off with the worst, {}", verdict.ranking.back()->name)},
                         {"text", percent_off(*verdict.ranking.back())}});
  }
  numbers.push_back(
      {{"label", fmt::format("directions hold 95 % of the arrangement of {} positions", report.target.positions)},
       {"text", std::to_string(report.target.ranks.r95)}});
  std::string data;
  for (const auto& [name, words] : report.target.facts)
    data += fmt::format("{}{}: {}", data.empty() ? "" : "; ", name, words);
  const Tree machine = environment_record();
  return {
      {"title", verdict.title},
      {"sentence", verdict.sentence},
      {"held", nullptr},
      {"numbers", std::move(numbers)},
      {"figure", "stress"},
      {"data", data},
      {"runs", fmt::format("{} encodings on {}, sextant {}", report.rows.size(),
                           machine.value("processor", "an unknown processor"), machine.value("version", "unknown"))}};
}

}  // namespace sextant::lab
