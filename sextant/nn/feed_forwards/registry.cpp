// The list of feed-forward networks, expanded.
#include "sextant/nn/feed_forwards/feed_forward.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

const Family<MakeFeedForward>& feed_forwards() {
  static const Family<MakeFeedForward> family = [] {
    Family<MakeFeedForward> list("feed_forwards", "model");
#define SEXTANT_FEEDFORWARD(...) SEXTANT_ADD_VARIANT(list, MakeFeedForward, __VA_ARGS__)
#include "sextant/nn/feed_forwards/feed_forwards.def"
    return list;
  }();
  return family;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
