// What `sextant discover` found out about an arrangement: from finished runs and the series itself to numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/data/series/series.h"
#include "sextant/lab/discover/discovery_study.h"
#include "sextant/lab/experiment/evidence.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/statistics/mantel.h"

namespace sextant::lab {

/// Held-out error at masked variables (mean square; the variables have the variance 1).
struct CaseError {
  std::string name;
  std::optional<double> sigma;  // of learned positions
  std::vector<double> errors;   // by seed

  double mean() const;
};

struct PredictionErrors {
  std::vector<CaseError> cases;
  double mean_guess = 0;  // every variable at its mean
  double ridge = 0;       // ridge regression on the unmasked variables

  /// The learned case with the least mean error: the recommended sigma.
  const CaseError& best() const;
};

/// Are held-out variables predicted better than where each is shifted in time on its own? Over all learned runs, so
/// nothing was chosen by the rows that decide (analysis `independence`).
struct StructureTest {
  static constexpr double level = 0.01;
  double error = 0;
  double shifted = 0;  // mean over shifts
  double p = 1;
  Index shifts = 0;

  bool found() const { return p <= level; }
};

/// Whether modules that were found in training hold in rows that were not trained on.
struct HeldOutModules {
  double within = 0, between = 0;  // mean correlations
  double p = 1;                    // shuffles of the variables in which they differ as much
};

/// How alike the positions of different seeds are: 1 where turning makes them equal.
struct Stability {
  double similarity = 0;
  double shuffled = 0;
  double p = 1;
};

struct Discovery {
  Study study;
  SeriesTable series;  // without its recordings
  StructureTest structure;
  PredictionErrors errors;
  std::vector<Table> positions;  // of the recommended sigma, by seed, the one with the least error first
  Table similarities;            // (n, n) cosines, the mean over seeds
  Projection map;                // (n, 3) principal coordinates of those similarities
  FoundModules modules;          // over seeds and repeats
  HeldOutModules held_out;
  Stability stability;
  MantelResult connectivity;            // positions against correlations in training
  std::optional<MantelResult> places;   // and against coordinates
  std::vector<ModuleMeasure> measures;  // against labels; none where none are given
};

/// From runs whose findings have been added; `shuffles` of labels and variables for p-values. An Error where too few
/// are there.
Discovery conclude_discovery(Index shuffles, const Study& study, const Evidence& evidence, const Runner& runner);

}  // namespace sextant::lab
