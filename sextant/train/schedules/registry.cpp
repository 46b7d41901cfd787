// The list of schedules, expanded.
#include "sextant/train/schedules/schedule.h"

namespace sextant::train {

#define SEXTANT_SCHEDULE(name, sentence)            \
  std::unique_ptr<Options> make_##name##_options(); \
  std::unique_ptr<Schedule> make_##name(const Options&);
#include "sextant/train/schedules/schedules.def"
#undef SEXTANT_SCHEDULE

const Family<MakeSchedule>& schedules() {
  static const Family<MakeSchedule> family("schedules", {
#define SEXTANT_SCHEDULE(name, sentence) {#name, sentence, make_##name##_options, make_##name},
#include "sextant/train/schedules/schedules.def"
#undef SEXTANT_SCHEDULE
                                                        });
  return family;
}

void ScheduleOptions::visit(OptionVisitor& option) {
  option("kind", kind, "the learning rate schedule; `sextant list schedules` shows all");
}

}  // namespace sextant::train
