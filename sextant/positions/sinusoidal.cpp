// Waves over the index (Vaswani et al. 2017): P[t, 2i] = sin(t base^(-2i/width)), P[t, 2i+1] = cos of the same.
// A CLS token is counted: it stands at 0 and the tokens at 1, 2, ...
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct SinusoidalOptions final : Options {
  double base = 10000;

  void visit(OptionVisitor& option) override {
    option("base", base, positive(), "base of the geometric progression of wavelengths, usually 10000");
  }
};

class Sinusoidal final : public AdditiveTable {
 public:
  using OwnOptions = SinusoidalOptions;
  Sinusoidal(const SinusoidalOptions& own, const EncodingContext& context, Parameters&) : AdditiveTable(context) {
    const View<real> table = table_.shape(length(), width());
    for (Index i = 0; i < length(); ++i) fill_waves(table.row(i), width(), static_cast<double>(i), own.base);
  }

 protected:
  View<const real> table() const override { return table_.view(); }

 private:
  Tensor table_;  // (length, width)
};

}  // namespace

SEXTANT_DEFINE_POSITION(sinusoidal, Sinusoidal)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
