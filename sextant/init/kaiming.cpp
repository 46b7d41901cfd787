// Weights of variance gain^2 / fan_in (He et al. 2015), normal or uniform; gain sqrt(2) keeps the scale through a ReLU.
// Nothing precedes an embedding that could halve its variance: its rows start with N(0, 1/fan_in). Biases 0.
#include <cmath>
#include <numbers>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct KaimingOptions final : Options {
  std::string distribution = "normal";
  double gain = std::numbers::sqrt2;

  void visit(OptionVisitor& option) override {
    option.choice("distribution", distribution, {"normal", "uniform"}, "distribution of the weights");
    option("gain", gain, at_least(0), "gain: std = gain / sqrt(fan_in); sqrt(2) for ReLU");
  }
};

class Kaiming final : public Initialiser {
 public:
  using OwnOptions = KaimingOptions;
  Kaiming(const KaimingOptions& own, Index) : own_(own) {}

  Law law(const Parameter& parameter) const override {
    if (parameter.kind == ParameterKind::bias) return Law::constant(0);
    const double unit = 1 / std::sqrt(static_cast<double>(parameter.fan_in));
    if (parameter.kind == ParameterKind::embedding) return Law::normal(unit);
    return law_of_deviation(own_.distribution, own_.gain * unit);
  }

 private:
  KaimingOptions own_;
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(kaiming, Kaiming)

}  // namespace sextant::init::inline SEXTANT_PRECISION
