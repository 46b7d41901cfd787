#include "sextant/lab/discover/prediction_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/lab/experiment/findings_files.h"
#include "sextant/math/statistics/moments.h"

namespace sextant::lab {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The errors of one run with shifted variables, shift by shift.
std::vector<double> shifted_errors(const EvidenceRun& run) {
  const Tree findings = read_findings(run.directory, "independence", true);
  require(findings.is_object() && findings.contains("tables") && !findings["tables"].empty(),
          "{}: the analysis `independence` is missing; re-running the same command computes it", run.directory);
  return findings["tables"][0]["values"][0].get<std::vector<double>>();
}

}  // namespace

double CaseError::mean() const { return errors.empty() ? unknown : sextant::math::mean(errors); }

const CaseError& PredictionErrors::best() const {
  const CaseError* best = nullptr;
  for (const auto& one : cases)
    if (one.sigma && !one.errors.empty() && (best == nullptr || one.mean() < best->mean())) best = &one;
  require(best != nullptr, "discover: no run with learned positions finished");
  return *best;
}

PredictionErrors gather_errors(const Evidence& evidence) {
  PredictionErrors result{{}, unknown, unknown};
  for (const auto& one : evidence.cases) {
    CaseError error{one.one.name, {}, {}};
    if (is_learned(one.one)) error.sigma = one.one.setting("position.sigma").get<double>();
    for (const auto& run : one.runs) {
      if (run.status != "done") continue;
      error.errors.push_back(run.value("final.test.loss"));
      if (!error.sigma) continue;  // only learned runs were analysed; the guesses are the same for all
      result.mean_guess = run.value("linear_prediction.mean[test]");
      result.ridge = run.value("linear_prediction.ridge[test]");
    }
    result.cases.push_back(std::move(error));
  }
  return result;
}

StructureTest test_structure(const Evidence& evidence) {
  std::vector<double> shifted;
  StructureTest test;
  double runs = 0;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs) {
      if (run.status != "done" || !is_learned(one.one)) continue;
      const auto errors = shifted_errors(run);
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
