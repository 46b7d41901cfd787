// The first block's input row is a function of (what the token is, where it stands), and a batch has few
// distinct pairs: they are embedded and projected once per batch, and samples pick their rows from the table.
#pragma once

#include <span>
#include <vector>

#include "sextant/math/tensor.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class DistinctRows {
 public:
  /// `ids` (rows) in [-special, id_count-special), row r stands at position r % length.
  void find(std::span<const std::int32_t> ids, Index special, Index id_count, Index length);

  std::span<const std::int32_t> ids() const { return ids_; }              // of each distinct row
  std::span<const std::int32_t> positions() const { return positions_; }  // of each distinct row
  /// The distinct row of rows [first, first+count).
  std::span<const std::int32_t> index(Index first, Index count) const {
    return std::span(index_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }
  Index count() const { return static_cast<Index>(ids_.size()); }

  /// A table of more pairs than this costs more than it saves.
  static constexpr Index most_pairs = Index(1) << 22;

 private:
  std::vector<std::int32_t> number_;  // (id_count, length): distinct row of a pair, -1 = not seen
  std::vector<std::int32_t> ids_;
  std::vector<std::int32_t> positions_;
  std::vector<std::int32_t> index_;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
