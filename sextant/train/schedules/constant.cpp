// The same rate at every step, after an optional linear warm-up: rate(s) = base (s+1)/warmup for s < warmup.
#include <algorithm>

#include "sextant/train/schedules/schedule.h"

namespace sextant::train {
namespace {

struct ConstantOptions final : Options {
  Index warmup = 0;
  void visit(OptionVisitor& option) override {
    option("warmup", warmup, at_least(0), "linear warm-up steps from a learning rate of 0; 0: no warm-up");
  }
};

class Constant final : public Schedule {
 public:
  using OwnOptions = ConstantOptions;
  explicit Constant(const ConstantOptions& own) : warmup_(own.warmup) {}

  double rate(double base, Index step, Index) const override {
    return step < warmup_ ? base * static_cast<double>(step + 1) / static_cast<double>(warmup_) : base;
  }

 private:
  Index warmup_;
};

}  // namespace

SEXTANT_DEFINE_SCHEDULE(constant, Constant)

}  // namespace sextant::train
