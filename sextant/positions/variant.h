// For the .cpp of a variant: the two functions that the registry expects of it.
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

/// For encodings that know tokens by their index alone; `who` is named in the error.
void require_index(const EncodingContext& context, const char* who);

}  // namespace sextant::positions::inline SEXTANT_PRECISION

/// Class must have a type OwnOptions and a constructor (const OwnOptions&, const EncodingContext&, Parameters&).
#define SEXTANT_DEFINE_POSITION(name, Class)                                                                          \
  std::unique_ptr<Options> make_##name##_options() { return std::make_unique<Class::OwnOptions>(); }                  \
  std::unique_ptr<Position> make_##name(const Options& own, const EncodingContext& context, Parameters& parameters) { \
    return std::make_unique<Class>(dynamic_cast<const Class::OwnOptions&>(own), context, parameters);                 \
  }
