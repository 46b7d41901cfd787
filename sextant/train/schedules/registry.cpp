// The list of schedules, expanded.
#include "sextant/train/schedules/schedule.h"

namespace sextant::train {

const Family<MakeSchedule>& schedules() {
  static const Family<MakeSchedule> family = [] {
    Family<MakeSchedule> list("schedules", "schedule");
#define SEXTANT_SCHEDULE(...) SEXTANT_ADD_VARIANT(list, MakeSchedule, __VA_ARGS__)
#include "sextant/train/schedules/schedules.def"
    return list;
  }();
  return family;
}

void ScheduleOptions::visit(OptionVisitor& option) {
  option("kind", kind, "the learning rate schedule; `sextant list schedules` shows all");
}

}  // namespace sextant::train
