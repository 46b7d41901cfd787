// The empirical neural tangent kernel K = J J^T on a few samples (Jacot, Gabriel & Hongler 2018): J (rows, weights)
// holds the gradient of each output of each sample with respect to all trained weights. Rows are sample by sample, then
// output by output. A sample with several readout rows gives one of them; a task with more than 8 outputs is asked for
// 8 random sums of them instead.
#pragma once

#include "sextant/nn/transformer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

class TangentKernel {
 public:
  /// `model` must outlive the kernel; `seed` draws the rows and sums that are asked for.
  TangentKernel(Transformer& model, Batch samples, std::uint64_t seed);

  /// K of the weights as they are: (samples * directions, the same). Needs memory for J while it works.
  Table measure();
  /// Of each row: what the output should be (1 for the right class).
  std::vector<double> targets() const;
  /// What is asked of a sample: (directions, outputs), the outputs themselves or sums of them.
  const Table& directions() const { return directions_; }
  /// Passes forward and backward of one sample that a measurement takes.
  Index passes() const;

 private:
  Index rows() const { return samples_.samples * directions_.rows; }
  Index block_rows() const;
  Index readout_row(Index sample, Index count) const;
  Index label_row(Index sample) const;
  void fill_gradients(Index first, Index count, View<real> gradients);
  void fill_gradient(Index row, real* gradient);

  Transformer& model_;
  Batch samples_;
  std::uint64_t seed_;
  Table directions_;  // (directions, outputs)
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
