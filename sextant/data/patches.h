// Images as tokens: patches of pixels, as vision transformers take them (Dosovitskiy et al. 2021).
#pragma once

#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

/// An image (channels, height, width), row-major, cut into patches: (tokens, channels*side*side), each patch in the
/// order channel, row, column, and patches row by row.
std::vector<double> cut_patches(const std::vector<double>& image, Index channels, Index height, Index width,
                                Index side);

}  // namespace sextant::data
