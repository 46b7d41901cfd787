// Linear warm-up from the base rate to M times it, then half a cosine back to the base (Zhang et al., arXiv
// 2405.05409): rate(s) = base (1 + (M-1) s/warmup) for s < warmup, afterwards
// base (1 + (M-1) (1 + cos(pi (s-warmup)/(steps-warmup)))/2).
#include <cmath>
#include <numbers>

#include "sextant/train/schedules/schedule.h"

namespace sextant::train {
namespace {

struct WarmupCosineOptions final : Options {
  double multiplier = 25;
  Index warmup = 3700;
  void visit(OptionVisitor& option) override {
    option("multiplier", multiplier, positive(), "peak learning rate as a multiple of the base rate");
    option("warmup", warmup, at_least(0), "linear warm-up steps from the base rate to the peak");
  }
};

class WarmupCosine final : public Schedule {
 public:
  using OwnOptions = WarmupCosineOptions;
  explicit WarmupCosine(const WarmupCosineOptions& own) : own_(own) {}

  double rate(double base, Index step, Index steps) const override {
    return base * (1 + (own_.multiplier - 1) * height(step, steps));
  }

 private:
  /// 0 at the base rate, 1 at the peak.
  double height(Index step, Index steps) const {
    if (step < own_.warmup) return static_cast<double>(step) / static_cast<double>(own_.warmup);
    if (steps <= own_.warmup) return 1;
    const double along = static_cast<double>(step - own_.warmup) / static_cast<double>(steps - own_.warmup);
    return 0.5 * (1 + std::cos(std::numbers::pi * along));
  }

  WarmupCosineOptions own_;
};

}  // namespace

SEXTANT_DEFINE_SCHEDULE(warmup_cosine, WarmupCosine)

}  // namespace sextant::train
