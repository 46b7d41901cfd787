// For the .cpp of an initialiser: the two functions that the registry expects of it.
#pragma once

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {

/// The law of a standard deviation, "uniform" or "normal": a uniform is sqrt(3) deviations wide on each side.
Law law_of_deviation(const std::string& distribution, double deviation);

/// For options: a finite number >= 0, or an error that names the option.
void require_spread(double value, const char* option);

}  // namespace sextant::init::inline SEXTANT_PRECISION

/// Class must have a type OwnOptions and a constructor (const OwnOptions&, Index depth).
#define SEXTANT_DEFINE_INITIALISER(name, Class)                                                                  \
  std::unique_ptr<Options> make_##name##_initialiser_options() { return std::make_unique<Class::OwnOptions>(); } \
  std::unique_ptr<Initialiser> make_##name##_initialiser(const Options& own, Index depth) {                      \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own), depth);                          \
  }
