#include "sextant/positions/attention_bias.h"

#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/product.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

Table measure_attention_bias(Position& position, const EncodingContext& context) {
  require(context.heads * context.head_width == context.width && !context.arrangement.has_cls(),
          "attention bias: heads x head width must be the width, without CLS");
  const Index tokens = context.arrangement.count();
  std::vector<std::int32_t> places(static_cast<std::size_t>(tokens));
  std::iota(places.begin(), places.end(), 0);
  Tensor memory, room;
  const View<real> x = memory.shape(tokens, context.width);
  std::fill_n(x.data, x.size(), real(position.adds_to_embeddings() ? 0 : 1));
  position.prepare();
  if (position.adds_to_embeddings()) position.add_to_embeddings(x, places);
  const Tensor inputs = memory;
  if (position.rotates()) position.rotate(x, places);
  const auto scale = static_cast<real>(1 / std::sqrt(static_cast<double>(context.head_width)));
  Table bias(tokens, tokens);
  for (Index head = 0; head < context.heads; ++head) {
    const View<const real> own = x.slice_columns(head * context.head_width, context.head_width);
    const View<real> scores = room.shape(tokens, tokens);
    multiply_transposed(own, own, scores, Write::replace, scale);
    if (position.adds_to_scores()) position.add_to_scores(scores, own, head, scale, places);
    if (position.reads_content()) position.transform_scores(scores, {own, own, inputs.view(), head, scale, places});
    for (Index i = 0; i < scores.size(); ++i)
      bias.values[static_cast<std::size_t>(i)] +=
          static_cast<double>(scores.data[i]) / static_cast<double>(context.heads);
  }
  return bias;
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
