// m = b1 m + (1-b1) g;  v = b2 v + (1-b2) g^2;  p -= rate/(1-b1^t) * m / (sqrt(v)/sqrt(1-b2^t) + epsilon)
// (Kingma and Ba, arXiv 1412.6980; epsilon where PyTorch puts it, outside the corrected root).
#include "sextant/train/optimizers/adam_moments.h"

#include <cmath>

namespace sextant::train::inline SEXTANT_PRECISION {
namespace {

/// The constants of one step over one segment.
struct Step {
  real gradient_scale, shrink, pull, beta1, one_minus_beta1, beta2, one_minus_beta2, step_size, root_correction,
      epsilon;
};

void update_segment(Index count, real* __restrict value, const real* __restrict gradient, real* __restrict first,
                    real* __restrict second, const Step& s) {
#pragma omp simd
  for (Index i = 0; i < count; ++i) {
    const real p = value[i] * s.shrink;
    const real g = gradient[i] * s.gradient_scale + s.pull * p;
    const real m = first[i] * s.beta1 + s.one_minus_beta1 * g;
    const real v = second[i] * s.beta2 + s.one_minus_beta2 * g * g;
    first[i] = m;
    second[i] = v;
    value[i] = p - s.step_size * m / (std::sqrt(v) * s.root_correction + s.epsilon);
  }
}

}  // namespace

void AdamOptions::visit(OptionVisitor& option) {
  option("beta1", beta1, share(), "decay rate of the first moment");
  option("beta2", beta2, share(), "decay rate of the second moment");
  option("epsilon", epsilon, at_least(0), "term added to the denominator for numerical stability");
  decay.visit(option);
}

AdamMoments::AdamMoments(const AdamOptions& own, const Parameters& parameters)
    : own_(own),
      segments_(make_decay_segments(parameters, own.decay)),
      first_moment_(static_cast<std::size_t>(parameters.trainable_size()), real(0)),
      second_moment_(static_cast<std::size_t>(parameters.trainable_size()), real(0)) {}

void AdamMoments::update(std::span<real> values, std::span<const real> gradients, double learning_rate,
                         real gradient_scale, Index step) {
  const double correction1 = 1 - std::pow(own_.beta1, static_cast<double>(step));
  const double correction2 = 1 - std::pow(own_.beta2, static_cast<double>(step));
  for (const auto& segment : segments_) {
    const Decay decay = decay_of(segment.decay, learning_rate);
    const Step constants{.gradient_scale = gradient_scale,
                         .shrink = static_cast<real>(decay.shrink),
                         .pull = static_cast<real>(decay.pull),
                         .beta1 = static_cast<real>(own_.beta1),
                         .one_minus_beta1 = static_cast<real>(1 - own_.beta1),
                         .beta2 = static_cast<real>(own_.beta2),
                         .one_minus_beta2 = static_cast<real>(1 - own_.beta2),
                         .step_size = static_cast<real>(learning_rate / correction1),
                         .root_correction = static_cast<real>(1 / std::sqrt(correction2)),
                         .epsilon = static_cast<real>(own_.epsilon)};
    update_segment(segment.end - segment.begin, values.data() + segment.begin, gradients.data() + segment.begin,
                   first_moment_.data() + segment.begin, second_moment_.data() + segment.begin, constants);
  }
}

std::vector<Optimizer::State> AdamMoments::state() {
  return {{"first_moment", first_moment_}, {"second_moment", second_moment_}};
}

}  // namespace sextant::train::inline SEXTANT_PRECISION
