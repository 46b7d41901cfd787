// The sets of `length` distinct tokens out of a vocabulary, split into training and test sets that share
// none. Up to a million sets are listed and shuffled; beyond that a set's hash decides its side.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/random.h"

namespace sextant::tasks {

struct TokenSetsRequest {
  Index vocabulary = 0;
  Index length = 0;
  double train_fraction = 0;
  Index test_limit = 0;  // at most this many test sets are kept
  std::uint64_t seed = 0;
};

class TokenSets {
 public:
  explicit TokenSets(const TokenSetsRequest& request);

  Index test_count() const { return static_cast<Index>(test_.size()) / request_.length; }
  /// Test set number `index`, ascending.
  std::span<const std::int32_t> test_set(Index index) const;
  /// A training set, ascending, chosen by numbers 0, 1, ... of `random`.
  void draw_training(const Random& random, std::span<std::int32_t> set) const;
  bool listed() const { return listed_; }
  /// Where the sets are too many to be listed: whether this one belongs to training.
  bool hashes_to_training(std::span<const std::int32_t> set) const;

 private:
  void list_all(Index count);
  void draw_test();

  TokenSetsRequest request_;
  bool listed_ = false;
  std::vector<std::int32_t> training_;  // (training sets, length) where listed
  std::vector<std::int32_t> test_;      // (test sets, length)
};

/// Number of sets of `length` out of `vocabulary`, or `limit` + 1 where there are more than `limit`.
Index count_sets(Index vocabulary, Index length, Index limit);

}  // namespace sextant::tasks
