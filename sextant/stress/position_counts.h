// Counts of words at positions, whole or thinned.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/stress/count_runs.h"

namespace sextant::stress {

// How often each token stands at each position: as many entries as pairs (token, position) that occur, never positions
// times vocabulary.

/// By token, then by position. Every entry has `parts` counts: all documents, then the first half of each split.
struct PositionCounts {
  Index positions = 0;
  Index parts = 1;
  Index documents = 0;               // that count anywhere
  std::vector<std::int32_t> tokens;  // that occur, ascending
  std::vector<std::size_t> starts;   // token i has the entries starts[i] .. starts[i + 1]
  std::vector<std::uint64_t> sums;   // over tokens: (positions, parts)
  CountRows rows;                    // (entries, 1 + parts): the position, then its counts

  std::size_t entries() const { return starts.back(); }
  std::size_t stride() const { return static_cast<std::size_t>(parts) + 1; }
  const std::uint32_t* row(std::size_t entry) const { return rows.data() + entry * stride(); }
  std::size_t place(std::size_t entry) const { return row(entry)[0]; }
  std::uint32_t count(std::size_t entry, Index part) const { return row(entry)[1 + part]; }
  /// N_t of a part: (positions).
  std::vector<std::uint64_t> totals(Index part) const;
  /// These entries are not needed for now.
  void drop(std::size_t first, std::size_t last) const { rows.drop(first * stride(), last * stride()); }
};

/// Stands for all tokens that are not counted one by one.
inline constexpr std::int32_t other_token = std::numeric_limits<std::int32_t>::max();

/// Calls visit(i, entry) for every entry of every token i.
template <class Visit>
void visit_entries(const PositionCounts& counts, const Visit& visit) {
  DropBehind behind(counts);
  for (std::size_t i = 0; i < counts.tokens.size(); ++i) {
    for (std::size_t entry = counts.starts[i]; entry < counts.starts[i + 1]; ++entry) visit(i, entry);
    behind.pass(counts.starts[i + 1]);
  }
}

/// Makes counts from entries in their order.
class CountsWriter {
 public:
  CountsWriter(Index positions, Index parts, Index documents, bool in_file);
  /// Counts that come from others are kept where those are.
  explicit CountsWriter(const PositionCounts& like);

  /// Memory for so many, where it is kept there.
  void reserve(std::size_t entries);
  /// `counts` has a number for each part.
  void append(std::int32_t token, std::size_t place, const std::uint32_t* counts);
  PositionCounts finish();

 private:
  void flush();

  PositionCounts result_;
  std::size_t entries_ = 0;
  std::vector<std::uint32_t> numbers_;   // all, or those that are not in the file yet
  std::shared_ptr<TemporaryFile> file_;  // empty: in memory
};

// Counts made smaller or more equal, against the bias of plug-in distances: few tokens, or equally many everywhere.

/// The `kept` tokens that occur most often (of equals the smaller id), all others as one, `other_token`.
PositionCounts keep_frequent(const PositionCounts& counts, Index kept);

/// Draws without replacement until every position has as many tokens as the one with the fewest. One part only.
PositionCounts rarefy(const PositionCounts& counts, std::uint64_t seed, Index draw);

}  // namespace sextant::stress
