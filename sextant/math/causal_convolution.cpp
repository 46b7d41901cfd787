#include "sextant/math/causal_convolution.h"

#include "sextant/math/vector_math.h"

namespace sextant::math::inline SEXTANT_PRECISION {
namespace {

// Results that stay in registers at a time. So many rows of zeros stand before a panel that is read backwards, and so
// many may stand behind one that is written.
constexpr Index tile = 8;

Index vectors_of(Index channels) { return (channels + lane_count - 1) / lane_count; }

/// sums[j] += sum_{t >= j} a[t] b[t - j] for panels of `length` rows.
void correlate(Index length, const real* a, const real* b, real* sums) {
  const Lanes d;
  for (Index first = 0; first < length; first += tile) {
    Vector sum[tile];
#pragma GCC unroll 8
    for (Index i = 0; i < tile; ++i) sum[i] = hn::Load(d, sums + (first + i) * lane_count);
    for (Index t = first; t < length; ++t) {
      const Vector factor = hn::Load(d, a + t * lane_count);
      const real* other = b + (t - first) * lane_count;
#pragma GCC unroll 8
      for (Index i = 0; i < tile; ++i) sum[i] = hn::MulAdd(factor, hn::Load(d, other - i * lane_count), sum[i]);
    }
#pragma GCC unroll 8
    for (Index i = 0; i < tile; ++i) hn::Store(sum[i], d, sums + (first + i) * lane_count);
  }
}

/// The rows of x at a vector of channels, in their order or turned round.
template <class Part>
void pack(View<const real> x, Index channel, const Part& part, bool turned, real* panel) {
  for (Index t = 0; t < x.rows; ++t)
    hn::Store(part.load(x.row(turned ? x.rows - 1 - t : t) + channel), Lanes(), panel + t * lane_count);
}

/// A panel behind its rows of zeros.
real* behind_zeros(real* memory) {
  std::fill_n(memory, tile * lane_count, real(0));
  return memory + tile * lane_count;
}

}  // namespace

void CausalConvolution::reserve(Index length, Index channels) {
  const Index vectors = vectors_of(channels), rows = length + tile;
  for (Tensor* tensor : {&kernel_, &d_kernel_}) tensor->reserve(vectors * rows, lane_count);
  for (Tensor* tensor : {&ahead_, &behind_, &sums_}) tensor->reserve(rows, lane_count);
}

real* CausalConvolution::kernel_of(Index channel) { return kernel_.data() + channel * (lags_ + tile); }
real* CausalConvolution::d_kernel_of(Index channel) { return d_kernel_.data() + channel * (lags_ + tile); }

void CausalConvolution::set_kernel(View<const real> kernel) {
  lags_ = kernel.rows;
  channels_ = kernel.columns;
  reserve(lags_, channels_);
  d_kernel_.shape_zero(vectors_of(channels_) * (lags_ + tile), lane_count);
  in_vectors(channels_, [&](Index channel, const auto& part) {
    pack(kernel, channel, part, false, behind_zeros(kernel_of(channel)));
  });
}

// With time turned round, y is a sum over what comes ahead: y'[j] = sum_{t >= j} x'[t] K[t - j].
void CausalConvolution::forward(View<const real> x, View<real> y) {
  in_vectors(channels_, [&](Index channel, const auto& part) {
    pack(x, channel, part, true, ahead_.data());
    const real* sums = sums_.shape_zero(x.rows + tile, lane_count).data;
    correlate(x.rows, ahead_.data(), kernel_of(channel) + tile * lane_count, sums_.data());
    for (Index t = 0; t < x.rows; ++t)
      part.store(hn::Load(Lanes(), sums + (x.rows - 1 - t) * lane_count), y.row(t) + channel);
  });
}

// dx[s] += sum_{t >= s} dy[t] K[t - s],   dK[l] += sum_{t >= l} dy[t] x[t - l]
void CausalConvolution::backward(View<const real> x, View<const real> dy, View<real> dx) {
  in_vectors(channels_, [&](Index channel, const auto& part) {
    pack(dy, channel, part, false, ahead_.data());
    real* const past = behind_zeros(behind_.data());
    pack(x, channel, part, false, past);
    correlate(x.rows, ahead_.data(), past, d_kernel_of(channel));
    const real* sums = sums_.shape_zero(x.rows + tile, lane_count).data;
    correlate(x.rows, ahead_.data(), kernel_of(channel) + tile * lane_count, sums_.data());
    for (Index t = 0; t < x.rows; ++t)
      part.store(hn::Add(part.load(dx.row(t) + channel), hn::Load(Lanes(), sums + t * lane_count)),
                 dx.row(t) + channel);
  });
}

void CausalConvolution::copy_kernel_gradient(View<real> d_kernel) const {
  in_vectors(channels_, [&](Index channel, const auto& part) {
    const real* from = d_kernel_.data() + channel * (lags_ + tile);
    for (Index l = 0; l < lags_; ++l) part.store(hn::Load(Lanes(), from + l * lane_count), d_kernel.row(l) + channel);
  });
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
