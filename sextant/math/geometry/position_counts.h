// How often each token stands at each position. Streaming: memory grows with the pairs (token, position) that occur,
// never with the corpus, nor with positions times vocabulary.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sextant/core/real.h"

namespace sextant {

/// By token, then by position. Every entry has `parts` counts: all documents, then the first half of each split.
struct PositionCounts {
  Index positions = 0;
  Index parts = 1;
  Index documents = 0;                // that count anywhere
  std::vector<std::int32_t> tokens;   // that occur, ascending
  std::vector<std::size_t> starts;    // token i has the entries starts[i] .. starts[i + 1]
  std::vector<std::int32_t> places;   // the position of each entry
  std::vector<std::uint32_t> counts;  // (entries, parts)

  std::size_t entries() const { return places.size(); }
  std::uint32_t count(std::size_t entry, Index part) const {
    return counts[entry * static_cast<std::size_t>(parts) + static_cast<std::size_t>(part)];
  }
  /// N_t of a part: (positions).
  std::vector<std::uint64_t> totals(Index part) const;
};

/// Stands for all tokens that are not counted one by one.
inline constexpr std::int32_t other_token = std::numeric_limits<std::int32_t>::max();

class PositionCounter {
 public:
  PositionCounter(Index positions, Index parts);

  /// Adds weights[p] to part p of (row[t], t) for every t.
  void add(std::span<const std::int32_t> row, std::span<const std::uint32_t> weights);
  /// The counts in order; the counter is empty afterwards.
  PositionCounts take();
  std::size_t bytes() const { return slots_.size() * sizeof(std::uint32_t); }

 private:
  std::size_t slot_of(std::uint32_t token, std::uint32_t place) const;
  void grow();

  Index positions_;
  std::size_t parts_;
  std::size_t stride_;    // words of a slot: token, place, counts
  std::size_t capacity_;  // slots, a power of two
  std::size_t used_ = 0;
  Index documents_ = 0;
  std::vector<std::uint32_t> slots_;  // open addressing; an empty slot has the token `empty`
};

}  // namespace sextant
