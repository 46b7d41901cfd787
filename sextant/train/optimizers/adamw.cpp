// AdamW: weight decay apart from the gradient, p *= 1 - rate decay before the step (Loshchilov and Hutter,
// arXiv 1711.05101).
#include "sextant/train/optimizers/adam_moments.h"
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

struct AdamWOptions final : AdamOptions {
  AdamWOptions() { decay.weight_decay = 0.01; }
};

class AdamW final : public AdamMoments {
 public:
  using OwnOptions = AdamWOptions;
  using AdamMoments::AdamMoments;

 private:
  Decay decay_of(double weight_decay, double learning_rate) const override {
    return {.shrink = 1 - learning_rate * weight_decay, .pull = 0};
  }
};

}  // namespace

SEXTANT_DEFINE_OPTIMIZER(adamw, AdamW)

}  // namespace sextant::train::inline SEXTANT_PRECISION
