// The distances that an encoding is measured against.
#pragma once

#include <functional>
#include <string>

#include "sextant/data/text/corpus.h"
#include "sextant/stress/classical_scaling.h"
#include "sextant/stress/document_rows.h"
#include "sextant/stress/pair_distances.h"

namespace sextant::stress {

// Which distances positions should have: those of a corpus, or a table of the user's own.

/// How distances are estimated from a finite corpus. Plug-in distances are mostly noise: the bias is about
/// (K - 1) / 4 (1 / N_s + 1 / N_t) for K words, and makes every pair equally far.
enum class Estimator {
  cross_half,       // inner products between two halves of the documents, over several splits: unbiased by noise
  plug_in,          // of the counted frequencies
  null_subtracted,  // plug-in less that of the same documents with their tokens shuffled
  rarefied,         // plug-in after drawing equally many tokens at every position
};

/// "cross_half", "plug_in", "null_subtracted" or "rarefied".
Estimator parse_estimator(const std::string& name);
const char* name_of(Estimator estimator);

struct TargetRequest {
  CorpusRequest corpus;     // where its path is not empty, or one of the three files:
  std::string distances;    // (n, n)
  std::string coordinates;  // (n, axes): Euclidean distances
  std::string features;     // (n, features): chords sqrt(2 - 2 r) of the correlations r of rows
  Index positions = 0;      // 0: all rows of a file; 128 of a corpus
  PositionRule rule = PositionRule::present;
  Estimator estimator = Estimator::cross_half;
  Index splits = 4;      // of cross_half
  Index nulls = 4;       // shuffles of null_subtracted
  Index vocabulary = 0;  // tokens counted one by one, the most frequent; 0: all
  std::uint64_t seed = 1;
  Index leading = 64;      // eigenpairs beyond `most_dense` positions
  std::size_t memory = 0;  // bytes for counting, files take the rest; 0: default_memory(). No number depends on it
};

/// A quarter of the machine's.
std::size_t default_memory();

/// Above this many positions eigenpairs come from Lanczos and distances in panels.
inline constexpr Index most_dense = 2048;

/// What is being done, and which share of it is.
using StageWatcher = std::function<void(const std::string& stage, double share)>;

// The distances that positions should have, with the points of classical scaling that have them.

struct Target {
  std::unique_ptr<PairDistances> distances;
  Scaling scaling;

  Index count() const { return distances->count(); }
  /// The sum of the eigenvalues that count.
  double variance() const;
};

/// From inner products. Where the estimator is not a Gram matrix by construction, a squared distance below zero counts
/// as zero, and scaling keeps only eigenvalues above the size of the most negative one.
Target make_target(HellingerGram gram, const TargetRequest& request);

/// From a table of the user's own: distances, coordinates or features.
Target read_target(const TargetRequest& request);

/// "distances of FILE", ...; empty for a corpus.
std::string describe_file(const TargetRequest& request);

}  // namespace sextant::stress
