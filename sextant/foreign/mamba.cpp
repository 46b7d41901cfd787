#include <algorithm>
#include <cmath>

#include "sextant/foreign/block.h"
#include "sextant/foreign/curves.h"
#include "sextant/math/real.h"
#include "sextant/math/rows.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {
namespace {

/// u_t = sum over k of w_k z_(t - taps + 1 + k) + bias, channel by channel; nothing before the first token.
void convolve(const BlockWeights& weights, View<const real> z, View<real> u) {
  const View<const real> taps = weights.convolution.view();
  for (Index t = 0; t < z.rows; ++t)
    for (Index c = 0; c < z.columns; ++c) {
      real sum = weights.convolution_bias.empty() ? real(0) : weights.convolution_bias[static_cast<std::size_t>(c)];
      for (Index k = std::max(Index{0}, taps.columns - 1 - t); k < taps.columns; ++k)
        sum += taps(c, k) * z(t - taps.columns + 1 + k, c);
      u(t, c) = sum;
    }
}

/// u (tokens, inner) becomes y before the gate; selected (tokens, step_rank + 2 state) holds B and C behind the steps.
void scan(const NetworkShape& shape, const BlockWeights& weights, View<const real> selected, View<const real> steps,
          View<real> u) {
  Tensor state;
  const View<real> h = state.shape_zero(shape.inner, shape.state);
  for (Index t = 0; t < u.rows; ++t) {
    const real* b = selected.row(t) + shape.step_rank;
    const real* c = b + shape.state;
    for (Index channel = 0; channel < shape.inner; ++channel) {
      const real step = steps(t, channel), input = u(t, channel);
      real sum = 0;
      for (Index n = 0; n < shape.state; ++n) {
        real& own = h(channel, n);
        own = std::exp(weights.decay.view()(channel, n) * step) * own + step * b[n] * input;
        sum += own * c[n];
      }
      u(t, channel) = sum + weights.skip[static_cast<std::size_t>(channel)] * input;
    }
  }
}

}  // namespace

void run_mamba(const BlockContext& context, View<real> x, ThreadRoom& room) {
  const NetworkShape& shape = context.shape;
  const BlockWeights& weights = context.weights;
  const View<real> normed = room.normed.shape(x.rows, x.columns);
  apply_norm(shape.norm, shape.norm_epsilon, weights.norm1, x, normed, room.norm);
  const View<real> both = room.joint.shape(x.rows, 2 * shape.inner);
  weights.gate_in.apply(normed, both);
  const View<real> gate = both.slice_columns(shape.inner, shape.inner);
  const View<real> u = room.inner.shape(x.rows, shape.inner);
  convolve(weights, both.slice_columns(0, shape.inner), u);
  apply_curve(shape.curve, u, nullptr, room.curve);
  const View<real> selected = room.mixed.shape(x.rows, weights.select.outputs());
  weights.select.apply(u, selected);
  const View<real> steps = room.steps.shape(x.rows, shape.inner);
  weights.step.apply(selected.slice_columns(0, shape.step_rank), steps);
  apply_softplus(steps);
  scan(shape, weights, selected, steps, u);
  apply_curve(shape.curve, gate, nullptr, room.curve);
  for (Index i = 0; i < u.rows; ++i)
    for (Index j = 0; j < u.columns; ++j) u(i, j) *= gate(i, j);
  const View<real> branch = room.branch.shape(x.rows, shape.width);
  weights.out.apply(u, branch);
  add_to(branch, x);
}

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
