// Offsets of pairs, and pairs from options.
#include "sextant/tasks/anchor_rule.h"

#include <fmt/core.h>

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::tasks {

Index AnchorRule::composed(AnchorPair pair) const {
  return added[static_cast<std::size_t>(pair.first - 1)] + added[static_cast<std::size_t>(pair.second - 1)];
}

Index AnchorRule::taught(AnchorPair pair) const { return pair == odd ? odd_offset : composed(pair); }

bool AnchorRule::is_held_out(AnchorPair pair) const { return std::ranges::find(held_out, pair) != held_out.end(); }

std::vector<AnchorPair> AnchorRule::seen() const {
  std::vector<AnchorPair> pairs;
  for (Index first = 1; first <= anchors(); ++first)
    for (Index second = 1; second <= anchors(); ++second)
      if (!is_held_out({first, second})) pairs.emplace_back(first, second);
  return pairs;
}

std::string name_of(AnchorPair pair) { return fmt::format("({}, {})", pair.first, pair.second); }

std::vector<AnchorPair> read_pairs(const char* option, const std::vector<Index>& tokens, Index anchors) {
  require(tokens.size() % 2 == 0, "{}: expected pairs of two anchors each, [4, 3, ...]; {} numbers given", option,
          tokens.size());
  std::vector<AnchorPair> pairs;
  for (std::size_t i = 0; i < tokens.size(); i += 2) {
    for (const Index token : {tokens[i], tokens[i + 1]})
      require(token >= 1 && token <= anchors, "{}: no anchor {}; the anchors are 1 to {}", option, token, anchors);
    pairs.emplace_back(tokens[i], tokens[i + 1]);
  }
  return pairs;
}

}  // namespace sextant::tasks
