#include "sextant/nn/attention/distinct_rows.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void DistinctRows::find(std::span<const std::int32_t> ids, Index special, Index id_count, Index length) {
  const auto pairs = static_cast<std::size_t>(id_count * length);
  number_.assign(pairs, -1);
  // Later batches may hold more distinct pairs than this one: no more than there are pairs or rows.
  ids_.reserve(std::min(pairs, ids.size()));
  positions_.reserve(std::min(pairs, ids.size()));
  ids_.clear();
  positions_.clear();
  index_.resize(ids.size());
  for (std::size_t row = 0; row < ids.size(); ++row) {
    const Index position = static_cast<Index>(row) % length;
    std::int32_t& number = number_[static_cast<std::size_t>((ids[row] + special) * length + position)];
    if (number < 0) {
      number = static_cast<std::int32_t>(ids_.size());
      ids_.push_back(ids[row]);
      positions_.push_back(static_cast<std::int32_t>(position));
    }
    index_[row] = number;
  }
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
