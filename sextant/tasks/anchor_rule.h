// What pairs of anchors do to a key (Zhang et al., arXiv 2405.05409): anchor a adds its own number, a pair adds both,
// except for one odd pair whose answer breaks the rule. A pair that is held out can then be answered in two ways:
// by composing its anchors (inferential) or as the same pair in the other order was learned (symmetric).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::tasks {

/// Two anchors in their order, counted from 1 as their tokens are.
using AnchorPair = std::pair<Index, Index>;

struct AnchorRule {
  std::vector<Index> added;          // (anchors) what each adds to the key
  AnchorPair odd = {0, 0};           // the pair that breaks the rule; 0: none
  Index odd_offset = 0;              // what it adds
  std::vector<AnchorPair> held_out;  // never trained

  Index anchors() const { return static_cast<Index>(added.size()); }
  /// What the two anchors add one after the other.
  Index composed(AnchorPair pair) const;
  /// What training teaches: composed, but for the odd pair.
  Index taught(AnchorPair pair) const;
  /// What the pair would add if order did not matter: what is taught of the exchanged pair.
  Index symmetric(AnchorPair pair) const { return taught({pair.second, pair.first}); }
  bool is_held_out(AnchorPair pair) const;
  /// All ordered pairs that are trained.
  std::vector<AnchorPair> seen() const;
};

/// "(4, 3)"
std::string name_of(AnchorPair pair);

/// Pairs from a flat list of tokens, two by two; errors name `option`.
std::vector<AnchorPair> read_pairs(const char* option, const std::vector<Index>& tokens, Index anchors);

}  // namespace sextant::tasks
