// For the .cpp of an analysis: the two functions that the registry expects of it.
#pragma once

#include "sextant/analysis/analysis.h"

/// Class must have a type OwnOptions and a constructor (const OwnOptions&).
#define SEXTANT_DEFINE_ANALYSIS(name, Class)                                                         \
  std::unique_ptr<Options> make_##name##_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Analysis> make_##name(const Options& own) {                                        \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own));                     \
  }
