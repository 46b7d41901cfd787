// Accuracy on every held-out split, and apart for each kind of row that the task tells of.
#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/analysis/answers.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::analysis {
namespace {

/// In the order in which they first appear.
std::vector<std::string> kinds_of(const std::vector<std::string>& groups) {
  std::vector<std::string> kinds;
  for (const auto& group : groups)
    if (std::ranges::find(kinds, group) == kinds.end()) kinds.push_back(group);
  return kinds;
}

double mean_of_kind(const std::vector<double>& values, const SplitRows& split, const std::string& kind) {
  std::vector<double> chosen;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (split.groups[i] == kind) chosen.push_back(values[i]);
  return mean(chosen);
}

class AccuracyByCondition final : public Analysis {
 public:
  using OwnOptions = NoOptions;
  explicit AccuracyByCondition(const NoOptions&) {}

  Findings measure(const Subject& subject) const override {
    if (auto reason = refuse_answers(subject); !reason.empty()) return {.left_out = std::move(reason)};
    Findings findings;
    Tree rows = Tree::array();
    for (const SplitRows* split : whole_splits(subject)) {
      const Answers answers = answer(subject.model, split->rows, {.seed = subject.seed});
      add(findings, rows, split->name, "all", mean(answers.correct));
      for (const auto& kind : kinds_of(split->groups))
        add(findings, rows, split->name, kind, mean_of_kind(answers.correct, *split, kind));
    }
    Tree columns = Tree::array();
    for (const char* label : {"split", "condition", "accuracy"}) columns.push_back({{"label", label}});
    findings.panels.push_back({"accuracy_by_condition",
                               "table",
                               "Accuracy by condition",
                               "Accuracy on each held-out split, overall and by condition.",
                               41,
                               {{"columns", std::move(columns)}, {"rows", std::move(rows)}}});
    return findings;
  }

 private:
  static void add(Findings& findings, Tree& rows, const std::string& split, const std::string& kind, double value) {
    findings.numbers.push_back({kind == "all" ? split : fmt::format("{}[{}]", split, kind), value});
    rows.push_back({split, kind, five_digits(value)});
  }
};

}  // namespace

SEXTANT_DEFINE_ANALYSIS(accuracy_by_condition, AccuracyByCondition)

}  // namespace sextant::analysis
