// N(0, 0.02^2) for weights and tables; what is added to the residual stream (attention output, second feed-forward
// weights) is divided by sqrt(2 depth), so that the stream's spread does not grow with the depth (Radford et al. 2019).
// Biases 0.
#include <cmath>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct Gpt2Options final : Options {
  double deviation = 0.02;
  double position = 0.02;

  void visit(OptionVisitor& option) override {
    option("deviation", deviation, at_least(0), "standard deviation of weights and token embeddings");
    option("position", position, at_least(0), "standard deviation of positions, unless position.sigma is set");
  }
};

class Gpt2 final : public Initialiser {
 public:
  using OwnOptions = Gpt2Options;
  Gpt2(const Gpt2Options& own, Index depth) : own_(own), residual_(own.deviation) {
    if (depth > 0) residual_ /= std::sqrt(2.0 * static_cast<double>(depth));
  }

  Law law(const Parameter& parameter) const override {
    if (parameter.kind == ParameterKind::bias) return Law::constant(0);
    if (parameter.role == Role::position) return Law::normal(own_.position);
    const bool residual = parameter.role == Role::attention_output || parameter.role == Role::feed_forward_out ||
                          parameter.role == Role::mixer_output;
    return Law::normal(residual ? residual_ : own_.deviation);
  }

 private:
  Gpt2Options own_;
  double residual_;  // of what is added to the stream
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(gpt2, Gpt2)

}  // namespace sextant::init::inline SEXTANT_PRECISION
