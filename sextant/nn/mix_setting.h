// What the mixing of tokens needs besides its matrices.
#pragma once

#include "sextant/core/random.h"
#include "sextant/nn/attention/neighbours.h"
#include "sextant/nn/chunk.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class AffineRows;

/// Rows that ask other rows than themselves (Perceiver's latents), and where their gradient is added.
struct QuerySource {
  View<const real> rows;  // (queries, width)
  View<real> gradient;    // (queries, width)
};

/// The pointers may be null.
struct MixSetting {
  const Chunk& chunk;
  const QuerySet& queries;          // the rows to answer for
  Position* position = nullptr;     // of this block, where it acts on queries, keys or scores
  AffineRows* affine = nullptr;     // only in a plan of attention: where scores come from (nn/attention/affine_rows.h)
  const Random* dropout = nullptr;  // on the attention pattern
  const Neighbours* neighbours = nullptr;
  const Chunk* read = nullptr;                // where the rows that are read are not those of `chunk`: what they are
  const QuerySource* query_source = nullptr;  // where the queries come from, if not from x
  Taps* taps = nullptr;
  Index block = 0;

  /// The rows whose keys and values are read.
  const Chunk& source() const { return read ? *read : chunk; }
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
