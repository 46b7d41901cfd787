// Causal convolution, every channel with a kernel of its own: y[t] = sum_{l <= t} K[l] x[t - l]. Directly, which costs
// the length squared, but one instruction for a vector of channels and a pair of tokens, and no more memory.
#pragma once

#include "sextant/math/tensor.h"

namespace sextant::math::inline SEXTANT_PRECISION {

class CausalConvolution {
 public:
  /// Takes memory for kernels of up to `length` lags.
  void reserve(Index length, Index channels);
  /// kernel (lags, channels); its gradient becomes zero
  void set_kernel(View<const real> kernel);

  /// y (length, channels) of one sample, no longer than the kernel
  void forward(View<const real> x, View<real> y);
  /// dx += ..., d_kernel += ...
  void backward(View<const real> x, View<const real> dy, View<real> dx);
  /// (lags, channels) = the sum over all samples since set_kernel
  void copy_kernel_gradient(View<real> d_kernel) const;

 private:
  real* kernel_of(Index channel);
  real* d_kernel_of(Index channel);

  Index lags_ = 0;
  Index channels_ = 0;
  // Panels: the rows of one vector of channels, one after the other; of that vector by vector, then
  Tensor kernel_, d_kernel_;
  Tensor ahead_, behind_, sums_;  // of one vector
};

}  // namespace sextant::math::inline SEXTANT_PRECISION
