// Sequences of anchor functions: a key somewhere among noise, two anchors right behind it. Keys and positions are for
// testing where key mod modulus = position, for training otherwise, so that no place of a key is on both sides.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/random.h"
#include "sextant/tasks/anchor_rule.h"

namespace sextant::tasks {

struct AnchorSequencesRequest {
  Index length = 9;
  Index first_key = 20;
  Index last_key = 99;
  Index modulus = 9;
  Index anchors = 4;
};

class AnchorSequences {
 public:
  /// Refuses what leaves no key on one of the sides.
  explicit AnchorSequences(const AnchorSequencesRequest& request);

  enum class Side { training, testing };
  /// One sequence into `tokens` (length); returns its key. Number 0 of `random` chooses the place, 1 the key,
  /// 2 + i the noise at token i.
  Index write(const Random& random, Side side, AnchorPair pair, std::span<std::int32_t> tokens) const;

 private:
  struct KeyPosition {
    Index position;
    std::vector<std::int32_t> keys;
  };
  AnchorSequencesRequest request_;
  std::vector<KeyPosition> training_, testing_;  // without those that have no key
};

}  // namespace sextant::tasks
