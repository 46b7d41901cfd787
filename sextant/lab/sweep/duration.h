// How long, in words.
#pragma once

#include <string>

namespace sextant::lab {

/// "42 s", "3 min 20 s", "5 h 12 min".
std::string describe_duration(double seconds);

}  // namespace sextant::lab
