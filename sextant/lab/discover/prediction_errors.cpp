#include "sextant/lab/discover/prediction_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/math/statistics/student_interval.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The table called `name` that an analysis made of a run; an Error where there is no such analysis, null where it has
/// no such table.
Tree find_table(const std::string& run, const char* analysis, const char* name) {
  const Tree findings = read_findings(run, analysis, true);
  require(findings.is_object() && findings.contains("tables"),
          "{}: the analysis `{}` is missing; re-running the same command computes it", run, analysis);
  for (const auto& table : findings["tables"])
    if (table["name"] == name) return table;
  return {};
}

/// A column of a table, by its label.
std::vector<double> take_column(const Tree& table, const std::string& label) {
  std::vector<double> values;
  if (!table.is_object()) return values;
  for (std::size_t column = 0; column < table["column_labels"].size(); ++column)
    if (table["column_labels"][column] == label)
      for (const auto& row : table["values"]) values.push_back(row[column].get<double>());
  return values;
}

std::vector<BaselineError> gather_baselines(const EvidenceRun& run) {
  const Tree groups = find_table(run.directory, "linear_prediction", "groups");
  std::vector<BaselineError> baselines;
  const std::pair<const char*, const char*> names[] = {{"mean", "mean of each variable"},
                                                       {"ridge", "ridge regression"},
                                                       {"factors", "factor model"},
                                                       {"neighbours", "nearest variables"}};
  for (const auto& [key, name] : names)
    baselines.push_back({name, run.value(fmt::format("linear_prediction.{}[test]", key)), take_column(groups, key)});
  return baselines;
}

CaseError gather_case(const CaseEvidence& evidence) {
  CaseError error{evidence.one.name, {}, {}, unknown, {}, 0};
  if (is_learned(evidence.one)) error.sigma = evidence.one.setting("position.sigma").get<double>();
  const auto runs = runs_by_seed(evidence);
  for (const auto* run : runs) {
    error.errors.push_back(run->value("final.test.loss"));
    error.train += run->value("final.train.loss") / static_cast<double>(runs.size());
  }
  if (runs.empty() || !error.sigma) return error;
  error.ensemble = runs.size() > 1 ? runs.front()->value("seed_ensemble.error") : error.errors.front();
  if (runs.size() > 1)
    error.by_person = take_column(find_table(runs.front()->directory, "seed_ensemble", "groups"), "error");
  return error;
}

}  // namespace

std::vector<const EvidenceRun*> runs_by_seed(const CaseEvidence& one) {
  std::vector<const EvidenceRun*> runs;
  for (const auto& run : one.runs)
    if (run.status == "done") runs.push_back(&run);
  std::ranges::stable_sort(runs, {}, [](const EvidenceRun* run) { return run->seed.get<Index>(); });
  return runs;
}

double CaseError::mean() const { return errors.empty() ? unknown : sextant::math::mean(errors); }

const CaseError& PredictionErrors::find(const std::string& name) const {
  const auto found = std::ranges::find(cases, name, &CaseError::name);
  require(found != cases.end() && !found->errors.empty(), "discover: no run with learned positions finished");
  return *found;
}

const BaselineError& PredictionErrors::best_baseline() const {
  require(!baselines.empty(), "discover: no run with learned positions finished");
  return *std::ranges::min_element(baselines, {}, &BaselineError::error);
}

PredictionErrors gather_errors(const Evidence& evidence) {
  PredictionErrors result;
  for (const auto& one : evidence.cases) {
    result.cases.push_back(gather_case(one));
    const auto runs = runs_by_seed(one);  // only learned runs were analysed; the baselines are the same for all
    if (result.baselines.empty() && result.cases.back().sigma && !runs.empty())
      result.baselines = gather_baselines(*runs.front());
  }
  return result;
}

Added compare_prediction(const PredictionErrors& errors, const CaseError& chosen) {
  const BaselineError& best = errors.best_baseline();
  Added added{chosen.ensemble, best.error, best.name, 1 - chosen.ensemble / best.error, {}, {}};
  // Seeds differ by their own errors; the mean prediction is better than each, so their interval is moved onto it.
  std::vector<double> gains;
  for (const double error : chosen.errors) gains.push_back(1 - error / best.error);
  added.over_seeds = student_interval(gains);
  if (added.over_seeds) {
    const double lift = added.value - mean(gains);
    added.over_seeds = Interval{added.over_seeds->low + lift, added.over_seeds->high + lift};
  }
  gains.clear();
  if (chosen.by_person.size() == best.by_person.size())
    for (std::size_t i = 0; i < chosen.by_person.size(); ++i)
      gains.push_back(1 - chosen.by_person[i] / best.by_person[i]);
  added.over_people = student_interval(gains);
  return added;
}

bool Added::is_something() const { return value > 0 && (!interval() || interval()->low > 0); }

StructureTest test_structure(const Evidence& evidence) {
  std::vector<double> shifted;
  StructureTest test;
  double runs = 0;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs) {
      if (run.status != "done" || !is_learned(one.one)) continue;
      const Tree table = find_table(run.directory, "independence", "shifted");
      require(table.is_object(), "{}: too few held-out samples for the test of structure", run.directory);
      const auto errors = table["values"][0].get<std::vector<double>>();
      shifted.resize(errors.size());
      for (std::size_t i = 0; i < errors.size(); ++i) shifted[i] += errors[i];
      test.error += run.value("independence.error");
      runs += 1;
    }
  require(runs > 0, "discover: no run with learned positions finished");
  test.shifts = static_cast<Index>(shifted.size());
  test.shifted = mean(shifted) / runs;
  const auto as_good = std::ranges::count_if(shifted, [&](double one) { return one <= test.error; });
  test.error /= runs;
  test.p = static_cast<double>(1 + as_good) / static_cast<double>(1 + test.shifts);
  return test;
}

}  // namespace sextant::lab
