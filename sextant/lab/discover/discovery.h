// What `sextant discover` found out about an arrangement: from finished runs and the series itself to numbers, each
// beside what simpler methods give.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/data/series/series.h"
#include "sextant/lab/discover/discovery_study.h"
#include "sextant/lab/discover/training_length.h"
#include "sextant/lab/experiment/evidence.h"
#include "sextant/math/graph/position_modules.h"
#include "sextant/math/linear/principal_components.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/correlation.h"

namespace sextant::lab {

/// How well masked values of held-out samples are predicted: mean squared error; the variables have the variance 1.
struct CaseError {
  std::string name;
  std::optional<double> sigma;    // of learned positions
  std::vector<double> errors;     // by seed, in the order of seeds
  double ensemble = 0;            // of the mean prediction over seeds; not a number where unknown
  std::vector<double> by_person;  // the same for each held-out recording; none where there is one
  double train = 0;               // the last training losses, mean over seeds

  double mean() const;
};

struct BaselineError {
  std::string name;
  double error = 0;
  std::vector<double> by_person;
};

struct PredictionErrors {
  std::vector<CaseError> cases;
  std::vector<BaselineError> baselines;  // mean, ridge, factors, nearest variables

  const CaseError& find(const std::string& name) const;
  const BaselineError& best_baseline() const;
  double mean_guess() const { return baselines.front().error; }
};

/// What learned positions add to the best baseline; intervals of 95 % by Student's t.
struct Added {
  double learned = 0, baseline = 0;  // the two values
  std::string baseline_name;
  double value = 0;  // the difference, the better the larger; relative for errors
  std::optional<Interval> over_seeds, over_people;

  /// The interval over people where there are several, else over seeds.
  const std::optional<Interval>& interval() const { return over_people ? over_people : over_seeds; }
  /// "+1.2 % [0.3, 2.1]", or "nothing" where the interval reaches 0 or below.
  bool is_something() const;
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
  double modules = 0;  // adjusted Rand index of the seeds' own modules, the mean over pairs
};

/// One way of grouping variables: a method applied to similarities.
struct Grouping {
  std::string method;  // "Leiden", "spectral", "k-means"
  std::string source;  // "learned", "correlations", "partial correlations"
  Partition modules;
  double nmi = 0, ari = 0;       // with the labels; not a number without
  std::vector<double> seed_nmi;  // of each seed's own similarities, for learned ones
  double within_between = 0;     // held-out correlation within less between modules

  std::string name() const { return method + " of " + source; }
};

/// How well similarities know where variables are: the given distances (coordinates) decide.
struct Neighbourhood {
  std::string source;
  double nearest = 0;           // share whose most similar variable is one of the nearest
  double four = 0;              // share of the four most similar that are among the four nearest
  MantelResult distances = {};  // rank correlation over pairs
  std::vector<double> seeds;    // `nearest` of each seed, for learned ones
};

/// Whose past each variable is predicted from (--lags): (onto, from), by learned models and by simple methods.
struct Influences {
  struct Source {
    std::string name;
    Table strength;
    // Where couplings are known, else not numbers: the area under the ROC curve of connections against other pairs, and
    // the share of one-way connections that are stronger in their direction.
    double edges = 0, direction = 0;
    std::vector<double> seeds;  // `edges` of each seed, for learned ones
  };
  std::vector<Source> sources;  // learned first
  double seeds = 0;             // rank correlation over pairs of seeds, the mean
  double ridge = 0;             // rank correlation with ridge regression on lags
  std::optional<Added> added;   // `edges`, where couplings are known
};

enum class Grade { strong, moderate, weak, none, not_trained_enough };
const char* name_of_grade(Grade grade);

struct Conclusion {
  Grade grade = Grade::none;
  std::string sentence;        // one or two, plain
  bool modules_shown = false;  // structure, and seeds that agree on it
};

struct Discovery {
  Study study;
  SeriesTable series;  // without its recordings
  TrainingLength length;
  StructureTest structure;
  PredictionErrors errors;
  std::string chosen;                      // the case whose positions are taken
  std::vector<double> stability_by_sigma;  // Procrustes similarity over seeds of each learned case
  std::vector<Table> seeds;                // its positions, in the order of seeds
  Table positions;                         // (n, width): from all seeds
  Table similarities;                      // (n, n) cosines, the mean over seeds
  Table correlations;                      // (n, n) in training
  Index train_rows = 0, test_rows = 0;     // time points of each
  Projection map;                          // (n, 3) principal coordinates of those similarities
  Projection correlation_map;              // and of correlations in training
  FoundModules modules;                    // over seeds and repeats
  HeldOutModules held_out;
  Stability stability;
  MantelResult connectivity;                 // positions against correlations in training
  std::vector<Grouping> groupings;           // learned and baselines
  std::vector<Neighbourhood> neighbourhood;  // where distances are known
  std::vector<ModuleMeasure> measures;       // against labels; none where none are given
  Added prediction;
  std::optional<Added> labels;           // NMI with the labels
  Index unlabelled = 0;                  // variables without a label, left out of that
  std::optional<Added> neighbours;       // nearest variables
  std::optional<Influences> influences;  // with lags
  Conclusion conclusion;

  const CaseError& chosen_error() const { return errors.find(chosen); }
};

/// From runs whose findings have been added; `shuffles` of labels and variables for p-values. An Error where too few
/// are there.
Discovery conclude_discovery(const DiscoverOptions& options, const Study& study, const TrainingLength& length,
                             const Evidence& evidence, const Runner& runner);

}  // namespace sextant::lab
