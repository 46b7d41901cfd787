// The order in which the rows of a finite training set are met: a new one each epoch, decided by (seed, epoch). Where
// the rows do not divide evenly, the last batch of an epoch is smaller, or left out.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sextant/core/random.h"

namespace sextant::tasks {

enum class LastBatch { kept, dropped };

class EpochOrder {
 public:
  explicit EpochOrder(Index rows, LastBatch last = LastBatch::kept)
      : order_(static_cast<std::size_t>(rows)), last_(last) {}

  /// The rows of one step with batches of `samples`; valid until the next call. Allocates nothing.
  std::span<const std::int32_t> rows_of(Index samples, std::uint64_t seed, std::uint64_t step) {
    const auto batch = static_cast<std::size_t>(samples);
    const std::size_t started = last_ == LastBatch::kept ? order_.size() + batch - 1 : order_.size();
    const std::uint64_t steps = std::max<std::uint64_t>(started / batch, 1);  // of an epoch
    if (const std::pair wanted(seed, step / steps); shuffled_ != wanted) {
      Random(seed, Stream::order, wanted.second).permutation(order_);
      shuffled_ = wanted;
    }
    const std::size_t first = static_cast<std::size_t>(step % steps) * batch;
    return std::span<const std::int32_t>(order_).subspan(first, std::min(batch, order_.size() - first));
  }

 private:
  std::vector<std::int32_t> order_;
  LastBatch last_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> shuffled_;  // seed and epoch of the order
};

}  // namespace sextant::tasks
