// What Adam and AdamW share: two moments, their bias corrections and one loop. The variants differ only in
// where weight decay enters: `pull` adds decay * value to the gradient, `shrink` multiplies the value.
#pragma once

#include "sextant/train/optimizers/decay_segments.h"
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

struct AdamOptions : Options {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  DecayOptions decay;

  void visit(OptionVisitor& option) override;
};

class AdamMoments : public Optimizer {
 public:
  AdamMoments(const AdamOptions& own, const Parameters& parameters);

  void update(std::span<real> values, std::span<const real> gradients, double learning_rate, real gradient_scale,
              Index step) final;
  std::vector<State> state() final;

 protected:
  struct Decay {
    double shrink = 1;
    double pull = 0;
  };
  virtual Decay decay_of(double weight_decay, double learning_rate) const = 0;

 private:
  AdamOptions own_;
  std::vector<DecaySegment> segments_;
  AlignedVector<real> first_moment_;
  AlignedVector<real> second_moment_;
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
