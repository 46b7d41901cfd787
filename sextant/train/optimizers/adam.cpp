// Adam: weight decay, if any, is added to the gradient, g + decay p (Kingma and Ba, arXiv 1412.6980).
#include "sextant/train/optimizers/adam_moments.h"
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

class Adam final : public AdamMoments {
 public:
  using OwnOptions = AdamOptions;
  using AdamMoments::AdamMoments;

 private:
  Decay decay_of(double weight_decay, double) const override { return {.shrink = 1, .pull = weight_decay}; }
};

}  // namespace

SEXTANT_DEFINE_OPTIMIZER(adam, Adam)

}  // namespace sextant::train::inline SEXTANT_PRECISION
