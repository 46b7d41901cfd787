// Which held-out image a figure shows.
#pragma once

#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

/// The brightness, 0 to 1, of every pixel of the held-out image with the most contrast among the first; empty where
/// tokens have not one value each.
std::vector<double> choose_image(const Subject& subject);

}  // namespace sextant::analysis
