#include <cmath>

#include "sextant/core/error.h"
#include "sextant/foreign/curves.h"
#include "sextant/foreign/embedding.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"
#include "sextant/math/softmax.h"

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

/// outputs (rows, outputs) of the head for x.
void read_head(const NetworkShape& shape, const HeadWeights& weights, const Linear& out, View<const real> x,
               View<real> outputs, Crew& crew) {
  const HeadShape& head = shape.head;
  Tensor transformed, room;
  if (head.dense) {
    const View<real> to = transformed.shape(x.rows, weights.dense.outputs());
    multiply_in_pieces(weights.dense, x, to, crew);
    apply_curve(head.curve, to, weights.dense.bias_or_null(), room);
    x = to;
  }
  if (head.norm) {
    const View<real> to = head.dense ? transformed.view() : transformed.shape(x.rows, x.columns);
    apply_norm(shape.norm, head.norm_epsilon, weights.norm, x, to, room);
    x = to;
  }
  multiply_in_pieces(out, x, outputs, crew, [&](View<real> part, Index first, Index) {
    add_bias(part, out.bias_or_null(first));
    if (head.cap > 0)
      for (Index i = 0; i < part.rows; ++i)
        for (Index j = 0; j < part.columns; ++j)
          part(i, j) = static_cast<real>(head.cap * std::tanh(static_cast<double>(part(i, j)) / head.cap));
  });
}

/// The token behind each one; -1 at the end of a sample.
std::vector<Index> tokens_behind(const std::vector<Sample>& samples) {
  std::vector<Index> next;
  for (const Sample& sample : samples)
    for (std::size_t t = 0; t < sample.tokens.size(); ++t)
      next.push_back(t + 1 < sample.tokens.size() ? sample.tokens[t + 1] : Index{-1});
  return next;
}

constexpr Index numbers_of_outputs = 8'000'000;  // at a time

}  // namespace

Table run_head(const NetworkShape& shape, const OuterWeights& outer, const HeadWeights& weights,
               const std::vector<Sample>& samples, const std::vector<Index>& starts, View<const real> stream,
               Answer answer, Crew& crew) {
  const HeadShape& head = shape.head;
  const bool every = head.place == HeadPlace::every_token;
  require(every || (answer != Answer::losses && answer != Answer::last),
          "the head of this model reads samples, not tokens");
  Tensor pooled, pooled_too, projected;
  View<const real> x = stream;
  if (!every) x = (pooled = pool(shape, starts, stream, 0)).view();
  if (answer == Answer::last) {
    const View<real> last = pooled.shape(static_cast<Index>(starts.size()) - 1, stream.columns);
    for (Index s = 0; s < last.rows; ++s)
      copy_to(stream.slice_rows(starts[static_cast<std::size_t>(s) + 1] - 1, 1), last.slice_rows(s, 1));
    x = last;
  }
  if (shape.final_projection) {
    outer.final_projection.apply(x, projected.shape(x.rows, outer.final_projection.outputs()));
    x = projected.view();
  }
  const bool losses = answer == Answer::losses;
  const std::vector<Index> next = losses ? tokens_behind(samples) : std::vector<Index>();
  Table table(x.rows, losses ? 1 : head.outputs);
  const Index step = std::max(Index{1}, numbers_of_outputs / std::max(Index{1}, head.outputs));
  Tensor outputs;
  for (Index first = 0; first < x.rows; first += step) {
    const Index count = std::min(step, x.rows - first);
    const View<real> own = outputs.shape(count, head.outputs);
    read_head(shape, weights, weights.out, x.slice_rows(first, count), own, crew);
    if (losses) {
      run_rows(count, crew, [&](Index begin, Index rows, Index) {
        for (Index i = begin; i < begin + rows; ++i)
          if (const Index label = next[static_cast<std::size_t>(first + i)]; label >= 0)
            table(first + i, 0) = cross_entropy_row(own.row(i), own.columns, label);
      });
      continue;
    }
    for (Index i = 0; i < own.size(); ++i)
      table.values[static_cast<std::size_t>(first * head.outputs + i)] = static_cast<double>(own.data[i]);
  }
  if (!head.two) return table;
  pooled_too = pool(shape, starts, stream, 1);
  const View<real> second = outputs.shape(pooled_too.rows(), head.outputs);
  read_head(shape, weights, weights.second, pooled_too.view(), second, crew);
  for (Index i = 0; i < second.size(); ++i) {
    double& value = table.values[static_cast<std::size_t>(i)];
    value = (value + static_cast<double>(second.data[i])) / 2;
  }
  return table;
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
