// For the .cpp of a task: the two functions that the registry expects of it.
#pragma once

#include "sextant/tasks/task.h"

/// Class must have a type OwnOptions and a constructor (const OwnOptions&, std::uint64_t seed).
#define SEXTANT_DEFINE_TASK(name, Class)                                                             \
  std::unique_ptr<Options> make_##name##_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Task> make_##name(const Options& own, std::uint64_t seed) {                        \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own), seed);               \
  }
