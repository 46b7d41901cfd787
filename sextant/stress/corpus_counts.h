// A pass over a corpus that counts it in several ways at once: as it is, in halves, resampled, shuffled. Which document
// goes where is a function of its number and the seed alone, so a stream needs no memory of what came before.
#pragma once

#include <functional>

#include "sextant/stress/document_rows.h"
#include "sextant/stress/position_counter.h"

namespace sextant::stress {

struct CountRequest {
  RowLayout layout;
  Index splits = 0;        // into two halves of documents each, at most 32
  std::uint64_t seed = 1;  // of halves, weights and shuffles
  Index replicate = 0;     // 0: every document once; otherwise Poisson(1) times (bootstrap over documents)
  Index shuffle = 0;       // 0: as written; otherwise the tokens of every row are shuffled (a null without order)
};

/// Bit r: the document is in the first half of split r.
std::uint32_t halves_of_document(std::uint64_t seed, Index document);

/// How often a document counts in a replicate: Poisson with mean 1, the bootstrap of a stream.
std::uint32_t bootstrap_weight(std::uint64_t seed, Index replicate, Index document);

/// Called now and then with the share that is done.
using CountWatcher = std::function<void(double)>;

/// One result per request, all in about `most_bytes` of memory, with what the caller keeps of an earlier call. An Error
/// where a position stays empty.
std::vector<PositionCounts> count_corpus(DocumentSource& source, std::span<const CountRequest> requests,
                                         const CountWatcher& watch = {}, std::size_t most_bytes = unbounded_memory);

}  // namespace sextant::stress
