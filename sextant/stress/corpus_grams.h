// Inner products of positions from a corpus, by the estimator asked for: of the documents as they are, resampled, or
// with their tokens shuffled. The corpus is read once and kept where it fits, otherwise read again for each.
#pragma once

#include <memory>

#include "sextant/stress/corpus_counts.h"
#include "sextant/stress/document_rows.h"
#include "sextant/stress/hellinger_gram.h"
#include "sextant/stress/target.h"

namespace sextant::stress {

struct CorpusFacts {
  Index documents = 0;             // that count anywhere
  Index tokens = 0;                // distinct
  std::size_t entries = 0;         // pairs (token, position) that occur
  std::uint64_t fewest = 0;        // documents at a position
  double plug_in_square = 0;       // mean D^2 of the plug-in
  double plug_in_null_square = 0;  // the same of the shuffled documents: what of it is noise
};

struct GramPair {
  HellingerGram gram;
  HellingerGram null;  // of the same documents, shuffled: no order, so that all distances should be zero
};

class CorpusGrams {
 public:
  CorpusGrams(const TargetRequest& request, const StageWatcher& watch);

  const CorpusFacts& facts() const { return facts_; }
  /// N_t.
  const std::vector<std::uint64_t>& documents_at() const { return documents_at_; }
  const HellingerGram& gram() const { return grams_->gram; }
  const HellingerGram& null_gram() const { return grams_->null; }
  /// Of replicate 1, 2, ... of the documents.
  GramPair replicate(Index number);

 private:
  /// What must be counted for one estimate: the documents, then what is taken away from them.
  std::vector<CountRequest> requests_of(Index replicate, Index shuffle) const;
  /// One result per request, after one pass.
  std::vector<PositionCounts> count(const std::vector<CountRequest>& requests, const char* stage);
  HellingerGram estimate(std::span<const PositionCounts> counts, Index replicate) const;
  GramPair estimate_both(Index replicate, const char* stage);
  void note_facts(const PositionCounts& counts, const PositionCounts& null);

  TargetRequest request_;
  StageWatcher watch_;
  RowLayout layout_;
  std::unique_ptr<KeptDocuments> kept_;  // empty where the corpus is too large
  CorpusFacts facts_;
  std::vector<std::uint64_t> documents_at_;
  std::unique_ptr<GramPair> grams_;
};

/// The mean of D^2 over pairs, from inner products; an estimate may be below zero.
double mean_square_distance(const HellingerGram& gram);

}  // namespace sextant::stress
