#include "sextant/foreign/block.h"

#include "sextant/foreign/curves.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

/// branch (tokens, width) = attention(x)
View<real> attend(const BlockContext& context, std::span<const Index> starts, View<const real> x, BlockRoom& room) {
  const NetworkShape& shape = context.shape;
  const View<real> joint = room.joint.shape(x.rows, context.weights.query_key_value.outputs());
  context.weights.query_key_value.apply(x, joint);
  const View<real> mixed = room.mixed.shape(x.rows, shape.heads * shape.head_width);
  const Attention attention(shape, context.block, context.weights, context.turns);
  for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
    const Index first = starts[s] - starts[0], length = starts[s + 1] - starts[s];
    const Tensor* bias = context.biases ? &context.biases->at(length) : nullptr;
    attention.apply(joint.slice_rows(first, length), bias, mixed.slice_rows(first, length), room.attention);
  }
  const View<real> branch = room.branch.shape(x.rows, shape.width);
  context.weights.output.apply(mixed, branch);
  return branch;
}

/// branch (tokens, width) = out(f(in x)), or out(f(gate x) * in x)
View<real> feed_forward(const BlockContext& context, View<const real> x, BlockRoom& room) {
  const NetworkShape& shape = context.shape;
  const View<real> all = room.inner.shape(x.rows, context.weights.gate_in.outputs());
  context.weights.gate_in.apply(x, all);
  const View<real> inner = all.slice_columns(0, shape.inner);
  apply_curve(shape.curve, inner, room.curve);
  if (shape.gated)
    for (Index i = 0; i < all.rows; ++i) {
      real* row = all.row(i);
      for (Index j = 0; j < shape.inner; ++j) row[j] *= row[shape.inner + j];
    }
  const View<real> branch = room.branch.shape(x.rows, shape.width);
  context.weights.out.apply(inner, branch);
  return branch;
}

void add_branch(View<const real> branch, const AlignedVector<real>& scale, View<real> x) {
  if (scale.empty()) return add_to(branch, x);
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.columns; ++j) x(i, j) += scale[static_cast<std::size_t>(j)] * branch(i, j);
}

}  // namespace

void run_block(const BlockContext& context, std::span<const Index> starts, View<real> x, BlockRoom& room) {
  const NetworkShape& shape = context.shape;
  const BlockWeights& weights = context.weights;
  const auto norm = [&](const NormWeights& own, View<const real> from, View<real> to) {
    apply_norm(shape.norm, shape.norm_epsilon, own, from, to, room.norm);
  };
  const auto normed = [&](const NormWeights& own, Tensor& to) -> View<const real> {
    if (!own.there()) return x;
    const View<real> view = to.shape(x.rows, x.columns);
    norm(own, x, view);
    return view;
  };
  if (shape.norm_place == NormPlace::after) {
    add_branch(attend(context, starts, x, room), weights.scale1, x);
    norm(weights.norm1, x, x);
    add_branch(feed_forward(context, x, room), weights.scale2, x);
    norm(weights.norm2, x, x);
    return;
  }
  const View<const real> first = normed(weights.norm1, room.normed);
  if (shape.parallel) {
    const View<const real> second = shape.one_norm ? first : normed(weights.norm2, room.normed_too);
    add_branch(attend(context, starts, first, room), weights.scale1, x);
    add_branch(feed_forward(context, second, room), weights.scale2, x);
    return;
  }
  const View<real> attended = attend(context, starts, first, room);
  if (weights.after1.there()) norm(weights.after1, attended, attended);
  add_branch(attended, weights.scale1, x);
  const View<real> fed = feed_forward(context, normed(weights.norm2, room.normed), room);
  if (weights.after2.there()) norm(weights.after2, fed, fed);
  add_branch(fed, weights.scale2, x);
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
