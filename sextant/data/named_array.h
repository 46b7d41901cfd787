// One array of a user's file, whatever its format: "x.npy", "all.npz#x", "all.safetensors#x", and the other files of
// series/array_files.h. The name may be left out where the file holds one array.
#pragma once

#include "sextant/core/npy.h"

namespace sextant::data {

NpyArray read_named_array(const std::string& path);

}  // namespace sextant::data
