// Who may attend to whom in a graph transformer: a token to itself and along the edges of the arrangement's graph. A
// CLS token is everybody's neighbour.
#pragma once

#include <vector>

#include "sextant/core/error.h"
#include "sextant/data/arrangement.h"
#include "sextant/math/real.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Neighbours {
 public:
  explicit Neighbours(const Arrangement& arrangement);

  /// The scores of a query at keys [first, end) of its sample: those of no neighbours become -infinity. One that has no
  /// neighbour there (it is padding) attends to the first, so that its numbers stay finite; they are ignored.
  void hide_others(real* scores, Index query, Index first, Index end) const;

 private:
  Index length_;
  std::vector<std::uint8_t> joined_;  // (length, length)
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
