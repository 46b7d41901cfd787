// The number type of the engine. Every source from math/ to lab/ is compiled twice: `float` for speed
// and `double` for proof. The two builds live in their own inline namespaces, so one program can link
// both, and a source file reads as if there were only one.
#pragma once

#include <cstdint>

#include "sextant/core/namespaces.h"

#ifndef SEXTANT_DOUBLE
#define SEXTANT_DOUBLE 0
#endif

#if SEXTANT_DOUBLE
#define SEXTANT_PRECISION f64
#else
#define SEXTANT_PRECISION f32
#endif

namespace sextant::core {

using Index = std::int64_t;

inline namespace SEXTANT_PRECISION {
#if SEXTANT_DOUBLE
using real = double;
inline constexpr const char* precision_name = "double";
#else
using real = float;
inline constexpr const char* precision_name = "float";
#endif
}  // namespace SEXTANT_PRECISION

}  // namespace sextant::core
