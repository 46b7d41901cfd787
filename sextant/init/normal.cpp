// One standard deviation for all weights and tables, whatever their size; biases 0.
#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct NormalOptions final : Options {
  double deviation = 0.02;

  void visit(OptionVisitor& option) override {
    option("deviation", deviation, at_least(0), "standard deviation of all weights and embeddings");
  }
};

class Normal final : public Initialiser {
 public:
  using OwnOptions = NormalOptions;
  Normal(const NormalOptions& own, Index) : deviation_(own.deviation) {}

  Law law(const Parameter& parameter) const override {
    return parameter.kind == ParameterKind::bias ? Law::constant(0) : Law::normal(deviation_);
  }

 private:
  double deviation_;
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(normal, Normal)

}  // namespace sextant::init::inline SEXTANT_PRECISION
