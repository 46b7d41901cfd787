// The scan of Mamba (Gu and Dao, arXiv 2312.00752) through one sample, for every channel by itself:
//   h[t] = exp(dt[t] A) h[t-1] + dt[t] u[t] B[t]  (states),   y[t] = C[t] h[t] + D u[t]
// A vector of channels and some of their states stay in registers while t runs. Of the states only every sixteenth is
// kept; backward computes those between them again, which costs less than to write and to read them all.
#pragma once

#include "sextant/math/tensor.h"

namespace sextant::math::inline SEXTANT_PRECISION {

class SelectiveScan {
 public:
  SelectiveScan(Index channels, Index states);

  /// Takes memory for so many rows, the samples of a chunk together.
  void reserve(Index rows);
  /// a (channels, states), not positive; its gradient becomes zero
  void prepare(View<const real> a);
  /// d_a += the sum over all samples since prepare
  void add_rate_gradient(View<real> d_a) const;

  /// One sample.
  struct Rows {
    Index first;                 // of the chunk's rows
    View<const real> u, step;    // (length, channels), step is dt
    View<const real> b, c;       // (length, states)
    const real* skip = nullptr;  // (channels) D
  };
  /// y (length, channels)
  void forward(const Rows& rows, View<real> y);
  struct Gradients {
    View<real> u, step;  // (length, channels), replaced
    View<real> b, c;     // (length, states), replaced
    real* skip;          // (channels), added to
  };
  /// Of a forward of the same rows since prepare.
  void backward(const Rows& rows, View<const real> dy, const Gradients& d);

 private:
  /// States are laid out by vectors of channels, then by state, then by channel of the vector.
  Index place(Index channel, Index state) const;
  void backward_part(const Rows& rows, Index first, Index end, View<const real> dy, const Gradients& d);

  Index channels_, states_;
  Index layout_;                  // elements of all states of a row
  Tensor rates_, d_rates_;        // (layout) A log2(e), d A
  Tensor saved_h_;                // (rows/16, layout)
  Tensor d_h_;                    // (layout)
  Tensor h_again_, decay_again_;  // (16 rows, states at once)
  Tensor lane_sums_;              // (16 rows, 2 states) vectors of db and dc
};

}  // namespace sextant::math::inline SEXTANT_PRECISION
