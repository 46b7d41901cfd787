// The contract of a schedule: the learning rate of each step.
#pragma once

#include <memory>

#include "sextant/core/family.h"
#include "sextant/core/index.h"

namespace sextant::train {

class Schedule {
 public:
  virtual ~Schedule() = default;
  /// The rate of step 0, 1, ...; `base` is optimizer.learning_rate, `steps` the length of the run.
  virtual double rate(double base, Index step, Index steps) const = 0;
};

struct ScheduleOptions final : Options {
  std::string kind = "constant";
  std::shared_ptr<Options> own;
  void visit(OptionVisitor& option) override;
};

using MakeSchedule = std::unique_ptr<Schedule>(const Options& own);
const Family<MakeSchedule>& schedules();

}  // namespace sextant::train

/// In the .cpp of a schedule: Class has a type OwnOptions and a constructor (const OwnOptions&).
#define SEXTANT_DEFINE_SCHEDULE(name, Class) SEXTANT_DEFINE_VARIANT(MakeSchedule, name, Class)
