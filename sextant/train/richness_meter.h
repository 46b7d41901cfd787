// The lazy/rich meter: how far training has moved a model from its start. Lazy training hardly moves weights and
// kernel, rich training moves them to where the task is (Chizat, Oyallon & Bach 2019; Woodworth et al. 2020).
//   travel_PART       |w - w0| / |w0| of the trained weights of a role, and of all
//   kernel_drift      1 - <K, K0> / (|K| |K0|) of the tangent kernels now and at the start
//   kernel_alignment  centred alignment of the tangent kernel with the target (math/linear/alignment.h)
//   position_rank     in how many directions positions differ
#pragma once

#include "sextant/train/meter.h"
#include "sextant/train/tangent_kernel.h"

namespace sextant::train::inline SEXTANT_PRECISION {

class RichnessMeter final : public Meter {
 public:
  /// `probes` are the samples of the kernel. The weights that `model` has now are the start; it must outlive the meter.
  RichnessMeter(Transformer& model, Batch probes, std::uint64_t seed);

  std::vector<Reading> read() override;
  const std::vector<Reading>& at_start() const override { return at_start_; }
  Index passes() const override { return kernel_.passes(); }

 private:
  std::vector<Reading> describe(const Table& kernel) const;
  std::vector<Role> list_parts() const;
  double travel(std::optional<Role> part) const;

  Transformer& model_;
  TangentKernel kernel_;
  std::vector<double> targets_;
  std::vector<real> start_;
  std::vector<Role> parts_;
  Table start_kernel_;
  std::vector<Reading> at_start_;
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
