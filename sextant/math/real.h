// The number type of the engine. The kernels of math/, layers/, positions/, init/, nn/ and train/ are compiled twice:
// `float` for speed and `double` for proof. The two builds live in inline namespaces of their own, so one program links
// both, and a source reads as if there were only one. Everything else knows no number type, is compiled once, and
// reaches the engine through train/engine.h.
#pragma once

#include "sextant/core/index.h"

#ifndef SEXTANT_DOUBLE
#error "SEXTANT_DOUBLE is not defined: this source is not compiled as part of the engine, so it must not use `real`"
#endif

#if SEXTANT_DOUBLE
#define SEXTANT_PRECISION f64
#else
#define SEXTANT_PRECISION f32
#endif

namespace sextant::math::inline SEXTANT_PRECISION {

#if SEXTANT_DOUBLE
using real = double;
inline constexpr const char* precision_name = "double";
#else
using real = float;
inline constexpr const char* precision_name = "float";
#endif

}  // namespace sextant::math::inline SEXTANT_PRECISION
