// The geometry of an encoding that models are trained with (positions/), in double.
#pragma once

#include "sextant/lab/stress/encoding_text.h"
#include "sextant/lab/stress/encodings.h"
#include "sextant/positions/geometry.h"

namespace sextant::lab {

bool is_registered_encoding(const std::string& name);
std::vector<std::string> registered_encodings();

/// Over `positions` tokens; trained ones as they start, drawn with the seed.
Geometry registered_geometry(const EncodingText& text, Index positions, const EncodingDefaults& defaults);

}  // namespace sextant::lab
