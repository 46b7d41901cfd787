// For the .cpp of an initialiser: the two functions that the registry expects of it.
#pragma once

#include "sextant/init/initialiser.h"

/// Class must have a type OwnOptions and a constructor (const OwnOptions&, Index depth).
#define SEXTANT_DEFINE_INITIALISER(name, Class)                                                                  \
  std::unique_ptr<Options> make_##name##_initialiser_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Initialiser> make_##name##_initialiser(const Options& own, Index depth) {                      \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own), depth);                          \
  }
