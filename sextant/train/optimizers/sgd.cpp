// Stochastic gradient descent: g += decay p; velocity = momentum velocity + g; p -= rate velocity.
// (Momentum as PyTorch has it: no dampening, no Nesterov; the rate is outside the velocity.)
#include "sextant/train/optimizers/decay_segments.h"
#include "sextant/train/optimizers/optimizer.h"

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

struct SgdOptions final : Options {
  double momentum = 0;
  DecayOptions decay;

  void visit(OptionVisitor& option) override {
    option("momentum", momentum, share(), "momentum factor; 0: no momentum");
    decay.visit(option);
  }
};

void update_plain(Index count, real* __restrict value, const real* __restrict gradient, real rate, real scale,
                  real pull) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) value[i] -= rate * (gradient[i] * scale + pull * value[i]);
}

void update_with_momentum(Index count, real* __restrict value, const real* __restrict gradient,
                          real* __restrict velocity, real rate, real scale, real pull, real momentum) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) {
    const real v = momentum * velocity[i] + (gradient[i] * scale + pull * value[i]);
    velocity[i] = v;
    value[i] -= rate * v;
  }
}

class Sgd final : public Optimizer {
 public:
  using OwnOptions = SgdOptions;
  Sgd(const SgdOptions& own, const Parameters& parameters)
      : momentum_(static_cast<real>(own.momentum)), segments_(make_decay_segments(parameters, own.decay)) {
    if (own.momentum > 0) velocity_.resize(static_cast<std::size_t>(parameters.trainable_size()), real(0));
  }

  void update(std::span<real> values, std::span<const real> gradients, double learning_rate, real gradient_scale,
              Index) override {
    const auto rate = static_cast<real>(learning_rate);
    for (const auto& segment : segments_) {
      const Index count = segment.end - segment.begin;
      real* value = values.data() + segment.begin;
      const real* gradient = gradients.data() + segment.begin;
      const auto pull = static_cast<real>(segment.decay);
      if (velocity_.empty())
        update_plain(count, value, gradient, rate, gradient_scale, pull);
      else
        update_with_momentum(count, value, gradient, velocity_.data() + segment.begin, rate, gradient_scale, pull,
                             momentum_);
    }
  }

  std::vector<State> state() override {
    if (velocity_.empty()) return {};
    return {{"velocity", velocity_}};
  }

 private:
  real momentum_;
  std::vector<DecaySegment> segments_;
  AlignedVector<real> velocity_;
};

}  // namespace

SEXTANT_DEFINE_OPTIMIZER(sgd, Sgd)

}  // namespace sextant::train::inline SEXTANT_PRECISION
