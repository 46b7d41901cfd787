// For the .cpp of an optimiser: the two functions that the registry expects of it.
#pragma once

#include "sextant/train/optimizers/optimizer.h"

/// Class must have a type OwnOptions and a constructor (const OwnOptions&, const Parameters&).
#define SEXTANT_DEFINE_OPTIMIZER(name, Class)                                                        \
  std::unique_ptr<Options> make_##name##_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Optimizer> make_##name(const Options& own, const Parameters& parameters) {         \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own), parameters);         \
  }
