// In how many directions the positions of a model differ.
#pragma once

#include "sextant/nn/transformer.h"

namespace sextant::train::inline SEXTANT_PRECISION {

/// The effective rank (math/linear/singular_values.h) of the position vectors around their centre, or of vectors with
/// the encoding's distances; the mean over encodings where blocks have their own. 0 where all tokens stand at one
/// place, not a number where a position is not finite or there are more than 1024 tokens.
double position_rank(Transformer& model);

}  // namespace sextant::train::inline SEXTANT_PRECISION
