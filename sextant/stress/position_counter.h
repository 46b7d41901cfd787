// Counts tokens at positions in a hash table. Where the table may not grow any more, it is written to a temporary file
// in order and begun anew; the runs are merged at the end. So memory is bounded whatever the corpus.
#pragma once

#include <span>

#include "sextant/stress/count_runs.h"
#include "sextant/stress/position_counts.h"

namespace sextant::stress {

inline constexpr std::size_t unbounded_memory = std::numeric_limits<std::size_t>::max();

class PositionCounter {
 public:
  /// `most_bytes` are for the table while it grows or is put in order, and for two results: one that is being made and
  /// an earlier one. The counts do not depend on it.
  PositionCounter(Index positions, Index parts, std::size_t most_bytes = unbounded_memory);

  /// Adds weights[p] to part p of (row[t], t) for every t.
  void add(std::span<const std::int32_t> row, std::span<const std::uint32_t> weights);
  /// The counts in order; the counter is empty afterwards. They are in a file where the table has been.
  PositionCounts take();

 private:
  std::size_t slot_of(std::uint32_t token, std::uint32_t place) const;
  void make_room(std::size_t more);
  void grow();
  /// Moves the used slots to the front; their order by token and position.
  std::vector<std::uint32_t> put_in_order();
  void write_run();

  Index positions_;
  std::size_t parts_;
  std::size_t stride_;         // words of a slot: token, place, counts
  std::size_t most_capacity_;  // of a table that is not empty
  std::size_t capacity_;       // slots, a power of two
  std::size_t used_ = 0;
  Index documents_ = 0;
  std::vector<std::uint32_t> slots_;  // open addressing; an empty slot has the token `empty`
  std::unique_ptr<CountRuns> runs_;   // empty: none was written
};

}  // namespace sextant::stress
