// The geometry of an encoding that models are trained with (positions/), in double.
#pragma once

#include "sextant/lab/geometry/encoding_text.h"
#include "sextant/lab/geometry/encodings.h"
#include "sextant/positions/geometry.h"

namespace sextant {

bool is_registered_encoding(const std::string& name);
std::vector<std::string> registered_encodings();

/// Over `positions` tokens; trained ones as they start, drawn with the seed.
Geometry registered_geometry(const EncodingText& text, Index positions, const EncodingDefaults& defaults);

}  // namespace sextant
