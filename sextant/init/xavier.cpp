// Weights of variance gain^2 2 / (fan_in + fan_out) (Glorot and Bengio 2010), normal or uniform. An embedding has no
// fan-out of its own: its rows start with N(0, 1/fan_in), unit length on average. Biases 0.
#include <cmath>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct XavierOptions final : Options {
  std::string distribution = "uniform";
  double gain = 1;

  void visit(OptionVisitor& option) override {
    option.choice("distribution", distribution, {"uniform", "normal"}, "distribution of the weights");
    option("gain", gain, at_least(0), "gain: factor on the standard deviation of the weights");
  }
};

class Xavier final : public Initialiser {
 public:
  using OwnOptions = XavierOptions;
  Xavier(const XavierOptions& own, Index) : own_(own) {}

  Law law(const Parameter& parameter) const override {
    if (parameter.kind == ParameterKind::bias) return Law::constant(0);
    if (parameter.kind == ParameterKind::embedding)
      return Law::normal(1 / std::sqrt(static_cast<double>(parameter.fan_in)));
    return law_of_deviation(own_.distribution,
                            own_.gain * std::sqrt(2.0 / static_cast<double>(parameter.rows + parameter.columns)));
  }

 private:
  XavierOptions own_;
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(xavier, Xavier)

}  // namespace sextant::init::inline SEXTANT_PRECISION
