#include "sextant/math/selective_scan.h"

#include <numbers>
#include <type_traits>

#include "sextant/math/vector_math.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

constexpr Index states_at_once = 8;
constexpr Index rows_at_once = 16;

/// act(count, first) for states, `count` (a constant) at once, the last ones alone.
template <class Act>
void in_states(Index states, const Act& act) {
  Index first = 0;
  for (; first + states_at_once <= states; first += states_at_once)
    act(std::integral_constant<int, states_at_once>(), first);
  for (; first < states; ++first) act(std::integral_constant<int, 1>(), first);
}

Vector aligned(const real* from) { return hn::Load(Lanes(), from); }
void store(Vector vector, real* to) { hn::Store(vector, Lanes(), to); }
Vector all_lanes(real value) { return hn::Set(Lanes(), value); }

/// d += value, or = at the first states, which find nothing there yet
template <class Part>
void put(Vector value, bool first, real* to, const Part& part) {
  part.store(first ? value : hn::Add(value, part.load(to)), to);
}

/// h = decay h + input b
Vector next_state(Vector h, Vector decay, Vector input, real b) {
  return hn::MulAdd(input, all_lanes(b), hn::Mul(decay, h));
}

/// All rows through `count` states of a vector of channels; h goes to `kept` every `rows_at_once` rows.
template <int count, class Part>
void scan(const SelectiveScan::Rows& rows, const real* rates, Index channel, Index state, const Part& part, real* kept,
          Index kept_row, View<real> y) {
  Vector h[count];
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n) h[n] = hn::Zero(Lanes());
  for (Index t = 0; t < y.rows; ++t) {
    if (t > 0 && t % rows_at_once == 0) {
#pragma GCC unroll 8
      for (int n = 0; n < count; ++n) store(h[n], kept + n * lane_count);
      kept += kept_row;
    }
    const Vector step = part.load(rows.step.row(t) + channel), u = part.load(rows.u.row(t) + channel);
    const Vector input = hn::Mul(step, u);
    const real* b = rows.b.row(t) + state;
    const real* c = rows.c.row(t) + state;
    Vector sum = state == 0 ? hn::Mul(part.load(rows.skip + channel), u) : part.load(y.row(t) + channel);
#pragma GCC unroll 8
    for (int n = 0; n < count; ++n) {
      const Vector decay = exp2_nonpositive(hn::Mul(step, aligned(rates + n * lane_count)));
      h[n] = next_state(h[n], decay, input, b[n]);
      sum = hn::MulAdd(all_lanes(c[n]), h[n], sum);
    }
    part.store(sum, y.row(t) + channel);
  }
}

/// What a part of a sample needs to go backwards: its states, computed again.
struct Again {
  real* h;      // (1 + rows, count) vectors, of the row before the part first
  real* decay;  // (rows, count) vectors
};

template <int count, class Part>
void scan_again(const SelectiveScan::Rows& rows, Index first, Index end, const real* rates, Index channel, Index state,
                const Part& part, const real* kept, const Again& again) {
  Vector h[count];
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n) {
    h[n] = kept ? aligned(kept + n * lane_count) : hn::Zero(Lanes());
    store(h[n], again.h + n * lane_count);
  }
  for (Index t = first; t < end; ++t) {
    const Vector step = part.load(rows.step.row(t) + channel);
    const Vector input = hn::Mul(step, part.load(rows.u.row(t) + channel));
    const real* b = rows.b.row(t) + state;
    real* const h_now = again.h + (t - first + 1) * count * lane_count;
    real* const decay_now = again.decay + (t - first) * count * lane_count;
#pragma GCC unroll 8
    for (int n = 0; n < count; ++n) {
      const Vector decay = exp2_nonpositive(hn::Mul(step, aligned(rates + n * lane_count)));
      h[n] = next_state(h[n], decay, input, b[n]);
      store(h[n], h_now + n * lane_count);
      store(decay, decay_now + n * lane_count);
    }
  }
}

/// Where the gradients of one vector of channels and `count` states are gathered.
struct Sums {
  real* h;      // (count) vectors: of the state that follows
  real* rates;  // (count) vectors
  real* b;      // of each row, (count) vectors for b and for c: still to be added over the lanes
  real* c;
  Index row;  // distance between rows of b and c
};

template <int count, class Part>
void scan_back(const SelectiveScan::Rows& rows, Index first, Index end, const real* rates, Index channel, Index state,
               const Part& part, const Again& again, View<const real> dy, const SelectiveScan::Gradients& d,
               const Sums& sums) {
  const bool is_first = state == 0;
  Vector dh[count], d_rate[count];
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n) {
    dh[n] = aligned(sums.h + n * lane_count);
    d_rate[n] = aligned(sums.rates + n * lane_count);
  }
  for (Index t = end - 1; t >= first; --t) {
    const Vector step = part.load(rows.step.row(t) + channel), u = part.load(rows.u.row(t) + channel);
    const Vector input = hn::Mul(step, u), d_out = part.load(dy.row(t) + channel);
    const real* b = rows.b.row(t) + state;
    const real* c = rows.c.row(t) + state;
    const Index row = t - first;
    const real* last = again.h + row * count * lane_count;
    const real* now = last + count * lane_count;
    const real* decay = again.decay + row * count * lane_count;
    real* const d_b = sums.b + row * sums.row;
    real* const d_c = sums.c + row * sums.row;
    Vector to_step = hn::Zero(Lanes()), to_input = to_step;
#pragma GCC unroll 8
    for (int n = 0; n < count; ++n) {
      const Index place = n * lane_count;
      const Vector faded = aligned(decay + place);
      // y = C h + D u,   h = 2^(step rate) last + step u B
      store(hn::MulAdd(d_out, aligned(now + place), aligned(d_c + place)), d_c + place);
      const Vector g = hn::MulAdd(d_out, all_lanes(c[n]), dh[n]);
      dh[n] = hn::Mul(g, faded);
      const Vector to_exponent = hn::Mul(dh[n], aligned(last + place));
      to_step = hn::MulAdd(to_exponent, aligned(rates + place), to_step);
      d_rate[n] = hn::MulAdd(to_exponent, step, d_rate[n]);
      to_input = hn::MulAdd(g, all_lanes(b[n]), to_input);
      store(hn::MulAdd(g, input, aligned(d_b + place)), d_b + place);
    }
    to_step = hn::MulAdd(to_input, u, hn::Mul(to_step, all_lanes(std::numbers::ln2_v<real>)));
    Vector to_u = hn::Mul(to_input, step);
    if (is_first) {
      to_u = hn::MulAdd(d_out, part.load(rows.skip + channel), to_u);
      put(hn::Mul(d_out, u), false, d.skip + channel, part);
    }
    put(to_step, is_first, d.step.row(t) + channel, part);
    put(to_u, is_first, d.u.row(t) + channel, part);
  }
#pragma GCC unroll 8
  for (int n = 0; n < count; ++n) {
    store(dh[n], sums.h + n * lane_count);
    store(d_rate[n], sums.rates + n * lane_count);
  }
}

}  // namespace

SelectiveScan::SelectiveScan(Index channels, Index states)
    : channels_(channels), states_(states), layout_((channels + lane_count - 1) / lane_count * lane_count * states) {}

Index SelectiveScan::place(Index channel, Index state) const { return channel * states_ + state * lane_count; }

void SelectiveScan::reserve(Index rows) { saved_h_.reserve(rows / rows_at_once, layout_); }

void SelectiveScan::prepare(View<const real> a) {
  const View<real> rates = rates_.shape_zero(1, layout_);
  d_rates_.shape_zero(1, layout_);
  for (Index i = 0; i < channels_; ++i)
    for (Index n = 0; n < states_; ++n)
      rates.data[place(i / lane_count * lane_count, n) + i % lane_count] = a(i, n) * std::numbers::log2e_v<real>;
}

void SelectiveScan::add_rate_gradient(View<real> d_a) const {
  for (Index i = 0; i < channels_; ++i)
    for (Index n = 0; n < states_; ++n)
      d_a(i, n) += d_rates_.data()[place(i / lane_count * lane_count, n) + i % lane_count];
}

void SelectiveScan::forward(const Rows& rows, View<real> y) {
  real* const kept = saved_h_.data() + rows.first / rows_at_once * layout_;
  in_vectors(channels_, [&](Index channel, const auto& part) {
    in_states(states_, [&](auto count, Index state) {
      const Index at = place(channel, state);
      scan<count>(rows, rates_.data() + at, channel, state, part, kept + at, layout_, y);
    });
  });
}

void SelectiveScan::backward(const Rows& rows, View<const real> dy, const Gradients& d) {
  d_h_.shape_zero(1, layout_);
  for (Index end = dy.rows; end > 0;) {
    const Index first = (end - 1) / rows_at_once * rows_at_once;
    backward_part(rows, first, end, dy, d);
    end = first;
  }
}

void SelectiveScan::backward_part(const Rows& rows, Index first, Index end, View<const real> dy, const Gradients& d) {
  const Again again{h_again_.shape((rows_at_once + 1) * states_at_once, lane_count).data,
                    decay_again_.shape(rows_at_once * states_at_once, lane_count).data};
  const Index row = 2 * states_ * lane_count;
  const View<real> lane_sums = lane_sums_.shape_zero(rows_at_once, row);
  const real* kept =
      first == 0 ? nullptr : saved_h_.data() + (rows.first / rows_at_once + first / rows_at_once - 1) * layout_;
  in_vectors(channels_, [&](Index channel, const auto& part) {
    in_states(states_, [&](auto count, Index state) {
      const Index at = place(channel, state);
      scan_again<count>(rows, first, end, rates_.data() + at, channel, state, part, kept ? kept + at : nullptr, again);
      real* const sums = lane_sums.data + state * lane_count;
      scan_back<count>(rows, first, end, rates_.data() + at, channel, state, part, again, dy, d,
                       {d_h_.data() + at, d_rates_.data() + at, sums, sums + states_ * lane_count, row});
    });
  });
  for (Index t = first; t < end; ++t)
    for (Index n = 0; n < 2 * states_; ++n) {
      const Vector sum = aligned(lane_sums.row(t - first) + n * lane_count);
      (n < states_ ? d.b(t, n) : d.c(t, n - states_)) = hn::GetLane(hn::SumOfLanes(Lanes(), sum));
    }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
