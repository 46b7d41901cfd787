// For the .cpp of a schedule: the two functions that the registry expects of it.
#pragma once

#include "sextant/train/schedules/schedule.h"

/// Class must have a type OwnOptions and a constructor (const OwnOptions&).
#define SEXTANT_DEFINE_SCHEDULE(name, Class)                                                         \
  std::unique_ptr<Options> make_##name##_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Schedule> make_##name(const Options& own) {                                        \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own));                     \
  }
