// Whether a MATLAB file is what it claims to be, before a library believes it: matio asks for as much memory as a
// broken length names, and reads what is there of a file that is cut off.
#pragma once

#include <string>

namespace sextant::data {

/// Refuses a file that is neither of version 5 nor of 7.3, one of version 5 with a variable larger than its bytes, and
/// one of 7.3 whose numbers are in other files.
void require_sound_mat(const std::string& path);

}  // namespace sextant::data
