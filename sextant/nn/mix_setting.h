// What the mixing of tokens needs besides its matrices.
#pragma once

#include "sextant/core/random.h"
#include "sextant/nn/chunk.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class AffineRows;

/// The pointers may be null.
struct MixSetting {
  const Chunk& chunk;
  const QuerySet& queries;          // the rows to answer for
  Position* position = nullptr;     // of this block, where it acts on queries, keys or scores
  AffineRows* affine = nullptr;     // only in a plan of attention: where scores come from (nn/affine_rows.h)
  const Random* dropout = nullptr;  // on the attention pattern
  Taps* taps = nullptr;
  Index block = 0;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
