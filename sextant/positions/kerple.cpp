// Scores lowered by a trained conditionally positive definite kernel of the distance d (KERPLE; Chi et al., arXiv
// 2205.09921), two numbers per head: log b_h = -|r1| log(1 + |r2| d), power b_h = -|r1| d^min(|r2|, 2). The authors
// draw r1 from (0, 2) and r2 from (0, 1) (power: r1 = 1 and r2 from (0, 2)); here heads start at the midpoints of as
// many equal parts of these ranges, r2 in falling order.
#include <algorithm>
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/score_bias.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct KerpleOptions final : Options {
  std::string kernel = "log";

  void visit(OptionVisitor& option) override {
    option.choice("kernel", kernel, {"log", "power"}, "log: -r1 log(1 + r2 d); power: -r1 d^r2 with r2 at most 2");
  }
};

class Kerple final : public ScoreBias {
 public:
  using OwnOptions = KerpleOptions;
  Kerple(const KerpleOptions& own, const EncodingContext& context, Parameters& parameters)
      : ScoreBias(context, true), log_(own.kernel == "log"), distances_(context.arrangement.as_distances("kerple")) {
    std::vector<double> first, second;
    for (Index head = 0; head < heads(); ++head) {
      const double share = (static_cast<double>(head) + 0.5) / static_cast<double>(heads());
      first.push_back(log_ ? 2 * share : 1);
      second.push_back((log_ ? 1 : 2) * (1 - share));
    }
    const auto declare = [&](const char* name, std::vector<double> given) {
      return &parameters.add({.name = context.prefix + name,
                              .role = Role::position,
                              .kind = ParameterKind::gain,
                              .rows = 1,
                              .columns = heads(),
                              .fan_in = 1,
                              .given = std::move(given)});
    };
    r1_ = declare(".r1", std::move(first));
    r2_ = declare(".r2", std::move(second));
  }

  void finish() override {
    for (Index head = 0; head < heads(); ++head) {
      const real r1 = r1_->value(0, head);
      const real r2 = r2_->value(0, head);
      const real power = std::min(std::abs(r2), real(2));
      real d_r1 = 0;
      real d_r2 = 0;
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j) {
          const real d = d_bias()(row_of(head, i), column_of(j));
          const auto distance = static_cast<real>(distances_(i, j));
          if (distance == 0) continue;
          d_r1 -= d * kernel(distance, r2);
          if (log_)
            d_r2 -= d * std::abs(r1) * distance / (1 + std::abs(r2) * distance);
          else if (std::abs(r2) < 2)
            d_r2 -= d * std::abs(r1) * std::pow(distance, power) * std::log(distance);
        }
      r1_->gradient(0, head) += std::copysign(d_r1, d_r1 * r1);
      r2_->gradient(0, head) += std::copysign(d_r2, d_r2 * r2);
    }
  }

 protected:
  void fill_bias(View<real> bias) const override {
    for (Index head = 0; head < heads(); ++head)
      for (Index i = 0; i < count(); ++i)
        for (Index j = 0; j < count(); ++j)
          bias(row_of(head, i), column_of(j)) =
              -std::abs(r1_->value(0, head)) * kernel(static_cast<real>(distances_(i, j)), r2_->value(0, head));
  }

 private:
  real kernel(real distance, real r2) const {
    if (distance == 0) return 0;
    return log_ ? std::log(1 + std::abs(r2) * distance) : std::pow(distance, std::min(std::abs(r2), real(2)));
  }

  bool log_;
  Table distances_;  // (count, count)
  Parameter* r1_;    // (1, heads)
  Parameter* r2_;    // (1, heads)
};

}  // namespace

SEXTANT_DEFINE_POSITION(kerple, Kerple)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
