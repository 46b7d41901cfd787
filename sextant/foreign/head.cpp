#include <cmath>

#include "sextant/foreign/curves.h"
#include "sextant/foreign/embedding.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

/// (samples, width): row `token` of every sample, or the mean of those behind the front.
Tensor pool(const NetworkShape& shape, const std::vector<Index>& starts, View<const real> stream, Index token) {
  const auto samples = static_cast<Index>(starts.size()) - 1;
  Tensor pooled;
  const View<real> to = pooled.shape_zero(samples, stream.columns);
  for (Index s = 0; s < samples; ++s) {
    const Index first = starts[static_cast<std::size_t>(s)], end = starts[static_cast<std::size_t>(s) + 1];
    if (shape.head.place == HeadPlace::first_token) {
      copy_to(stream.slice_rows(first + token, 1), to.slice_rows(s, 1));
      continue;
    }
    add_column_sums(stream.slice_rows(first + shape.front, end - first - shape.front), to.row(s));
    for (Index j = 0; j < to.columns; ++j) to(s, j) /= static_cast<real>(end - first - shape.front);
  }
  return pooled;
}

Tensor read_head(const NetworkShape& shape, const HeadWeights& weights, const Linear& out, View<const real> x) {
  const HeadShape& head = shape.head;
  Tensor transformed, room;
  if (head.dense) {
    const View<real> to = transformed.shape(x.rows, weights.dense.outputs());
    weights.dense.apply(x, to);
    apply_curve(head.curve, to, room);
    x = to;
  }
  if (head.norm) {
    const View<real> to = head.dense ? transformed.view() : transformed.shape(x.rows, x.columns);
    apply_norm(shape.norm, head.norm_epsilon, weights.norm, x, to, room);
    x = to;
  }
  Tensor outputs(x.rows, head.outputs);
  out.apply(x, outputs.view());
  return outputs;
}

}  // namespace

Table run_head(const NetworkShape& shape, const OuterWeights& outer, const HeadWeights& weights,
               const std::vector<Index>& starts, View<const real> stream) {
  const HeadShape& head = shape.head;
  Tensor kept;
  View<const real> x = stream;
  if (shape.final_projection) {
    outer.final_projection.apply(stream, kept.shape(stream.rows, outer.final_projection.outputs()));
    x = kept.view();
  }
  Tensor pooled;
  if (head.place != HeadPlace::every_token) {
    pooled = pool(shape, starts, x, 0);
    x = pooled.view();
  }
  Tensor outputs = read_head(shape, weights, weights.out, x);
  if (head.two) {
    const Tensor other = pool(shape, starts, stream, 1);
    const Tensor second = read_head(shape, weights, weights.second, other.view());
    for (Index i = 0; i < outputs.size(); ++i) outputs.data()[i] = (outputs.data()[i] + second.data()[i]) / 2;
  }
  Table table(outputs.rows(), outputs.columns());
  for (Index i = 0; i < outputs.size(); ++i) {
    const auto value = static_cast<double>(outputs.data()[i]);
    table.values[static_cast<std::size_t>(i)] = head.cap > 0 ? head.cap * std::tanh(value / head.cap) : value;
  }
  return table;
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
