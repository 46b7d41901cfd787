// The defaults of PyTorch's modules: Linear weight and bias U(+-1/sqrt(fan_in)), Embedding N(0, 1). Attention either
// as nn.MultiheadAttention (query, key and value stacked to one Xavier-uniform matrix where they are as wide as the
// model, otherwise each Xavier-uniform on its own; all attention biases 0) or as plain Linear layers.
#include <cmath>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

struct PytorchOptions final : Options {
  std::string attention = "multihead";

  void visit(OptionVisitor& option) override {
    option.choice("attention", attention, {"multihead", "linear"},
                  "initialise attention as nn.MultiheadAttention or as separate nn.Linear layers");
  }
};

bool is_projection(Role role) { return role == Role::query || role == Role::key || role == Role::value; }

class Pytorch final : public Initialiser {
 public:
  using OwnOptions = PytorchOptions;
  Pytorch(const PytorchOptions& own, Index) : multihead_(own.attention == "multihead") {}

  Law law(const Parameter& parameter) const override {
    if (parameter.kind == ParameterKind::embedding) return Law::normal(1);
    if (multihead_ && is_projection(parameter.role) && parameter.kind == ParameterKind::weight) {
      const Index rows = parameter.rows == parameter.columns ? 3 * parameter.rows : parameter.rows;
      return Law::uniform(std::sqrt(6.0 / static_cast<double>(rows + parameter.columns)));
    }
    const bool attention = is_projection(parameter.role) || parameter.role == Role::attention_output;
    if (multihead_ && attention && parameter.kind == ParameterKind::bias) return Law::constant(0);
    return Law::uniform(1 / std::sqrt(static_cast<double>(parameter.fan_in)));
  }

 private:
  bool multihead_;
};

}  // namespace

SEXTANT_DEFINE_INITIALISER(pytorch, Pytorch)

}  // namespace sextant::init::inline SEXTANT_PRECISION
