// Where keys may stand, and sequences drawn from that.
#include "sextant/tasks/anchor_sequences.h"

#include "sextant/core/error.h"

namespace sextant::tasks {

AnchorSequences::AnchorSequences(const AnchorSequencesRequest& request) : request_(request) {
  require(request.first_key > request.anchors && request.last_key > request.first_key,
          "task.first_key, task.last_key: keys {} to {} must lie above the anchors 1 to {} and be more than one",
          request.first_key, request.last_key, request.anchors);
  for (Index position = 0; position + 2 < request.length; ++position) {
    KeyPosition training{position, {}}, testing{position, {}};
    for (Index key = request.first_key; key <= request.last_key; ++key)
      (key % request.modulus == position ? testing : training).keys.push_back(static_cast<std::int32_t>(key));
    if (!training.keys.empty()) training_.push_back(std::move(training));
    if (!testing.keys.empty()) testing_.push_back(std::move(testing));
  }
  require(!training_.empty() && !testing_.empty(), "task.modulus: {} leaves no key for {}", request.modulus,
          training_.empty() ? "training" : "testing");
}

Index AnchorSequences::write(const Random& random, Side side, AnchorPair pair, std::span<std::int32_t> tokens) const {
  const auto& places = side == Side::testing ? testing_ : training_;
  const KeyPosition& place = places[random.below(0, places.size())];
  const std::int32_t key = place.keys[random.below(1, place.keys.size())];
  const auto items = static_cast<std::uint64_t>(request_.last_key - request_.first_key + 1);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    tokens[i] = static_cast<std::int32_t>(request_.first_key + static_cast<Index>(random.below(i + 2, items)));
  const auto position = static_cast<std::size_t>(place.position);
  tokens[position] = key;
  tokens[position + 1] = static_cast<std::int32_t>(pair.first);
  tokens[position + 2] = static_cast<std::int32_t>(pair.second);
  return key;
}

}  // namespace sextant::tasks
