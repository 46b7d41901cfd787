#include "sextant/nn/attention/neighbours.h"

#include <limits>

namespace sextant::nn::inline SEXTANT_PRECISION {

Neighbours::Neighbours(const Arrangement& arrangement)
    : length_(arrangement.length()), joined_(static_cast<std::size_t>(length_ * length_), 0) {
  const auto kind = arrangement.kind();
  require(
      kind == Arrangement::Kind::graph || kind == Arrangement::Kind::grid,
      "model.neighbours: the arrangement is {} and has no edges; set position.arrangement to graph:FILE or a grid such "
      "as grid:4x4",
      arrangement.kind_name());
  const Table graph = arrangement.as_graph("model.neighbours");
  const Index front = length_ - graph.rows;  // a CLS token
  for (Index i = 0; i < length_; ++i)
    for (Index j = 0; j < length_; ++j)
      joined_[static_cast<std::size_t>(i * length_ + j)] =
          i == j || i < front || j < front || graph(i - front, j - front) > 0;
}

void Neighbours::hide_others(real* scores, Index query, Index first, Index end) const {
  const std::uint8_t* joined = joined_.data() + query * length_;
  bool some = false;
  for (Index j = first; j < end; ++j) {
    some = some || joined[j];
    if (!joined[j]) scores[j] = -std::numeric_limits<real>::infinity();
  }
  if (!some) scores[first] = 0;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
