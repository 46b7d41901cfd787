// The stress of encodings against the distances that positions should have, with what belongs beside the numbers: the
// rule, the estimator, the noise, and encodings that say nothing.
#pragma once

#include <optional>
#include <utility>

#include "sextant/lab/stress/encodings.h"
#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/stress/corpus_grams.h"
#include "sextant/stress/null_stress.h"
#include "sextant/stress/rank_curve.h"
#include "sextant/stress/stress.h"

namespace sextant::lab {

struct StressRequest {
  TargetRequest target;
  std::vector<std::string> encodings;
  EncodingDefaults defaults;
  Index permutations = 999;  // of the Mantel test
  Index replicates = 40;     // of the documents; 0: no intervals
};

struct StressRow {
  std::string name;
  std::string rule;
  bool reference = false;  // says nothing of position
  Stress stress;
  std::optional<Interval> raw, shape;  // 95 %, over documents
  MantelResult order;                  // not a number beyond most_dense positions
  std::optional<NullStress>
      null;             // of random orders; none beyond most_dense positions or with too few permutations or positions
  double toeplitz = 0;  // the share of its distances that the lag explains
  std::optional<SpectrumRanks> ranks;  // of its centred points, up to 1024 positions
};

struct TargetMeasures {
  std::vector<std::pair<std::string, std::string>> facts;  // what was measured and how, in words
  Index positions = 0;
  double mean = 0;         // of D
  double mean_square = 0;  // of D^2, as estimated: below zero where noise makes it so
  std::optional<Interval> mean_square_interval;
  std::optional<double> null_square;  // the same of the shuffled documents, which should be zero
  std::optional<Interval> null_square_interval;
  std::optional<CorpusFacts> corpus;
  double toeplitz = 0;
  double leading_share = 0;  // of the largest eigenvalue in the sum of those above zero
  SpectrumRanks ranks;
  Index kept = 0;                   // axes that stand above rounding or noise
  std::vector<double> eigenvalues;  // of the centred inner products: all, or the leading ones
};

struct StressReport {
  TargetMeasures target;
  std::vector<StressRow> rows;
  std::vector<RankPoint> curve;  // of classical scaling, up to most_dense positions
  Index replicates = 0;
};

StressReport measure_encodings(const StressRequest& request, const StageWatcher& watch);

/// The target of a request, and the corpus behind it where there is one.
struct MeasuredTarget {
  std::unique_ptr<CorpusGrams> corpus;
  Target target;
};
MeasuredTarget measure_target(TargetRequest& request, const StageWatcher& watch);

/// What must be said of a target beside any number.
TargetMeasures describe_target(const TargetRequest& request, const MeasuredTarget& measured, const WantedSums& sums);

/// Stress by rank of classical scaling, at most 256 ranks; empty beyond most_dense positions.
std::vector<RankPoint> make_rank_curve(const Target& target);

}  // namespace sextant::lab
