// The stem: position 0 of every sample. Under a causal mask its rows see nothing but themselves, so in every block
// they are a function of the first token alone: they are computed once per distinct first token of a batch, and
// samples take over their keys and values. The chunks write over the stem's activations; end_batch makes them again.
#pragma once

#include <vector>

#include "sextant/math/tensor.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

struct Stem {
  bool in_use = false;
  bool at_work = false;                 // the current chunk is the stem itself: samples of one token
  std::vector<std::int32_t> cells;      // the distinct row of each row of the stem
  std::vector<std::int32_t> of_sample;  // (samples of the batch part) the row of the stem of each sample
  std::vector<std::int32_t> number;     // (tokens there may be) the row of the stem of each, -1 = not seen

  /// Of each block but the first, whose keys and values come from the table of distinct rows.
  struct Block {
    Tensor key_value;    // (rows of the stem, keys and values)
    Tensor d_key_value;  // gathered over the chunks
    Tensor completed;    // (rows of the chunk, keys and values): the stem's and the sample's own
  };
  std::vector<Block> blocks;

  Index rows() const { return static_cast<Index>(cells.size()); }
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
