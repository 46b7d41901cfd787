// The sizes and kinds of a transformer, resolved from its options and checked once.
#pragma once

#include <algorithm>

#include "sextant/data/batch.h"
#include "sextant/math/activation.h"
#include "sextant/math/norm.h"
#include "sextant/nn/model_options.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

struct Dimensions {
  Index length = 0;  // tokens per sample, with CLS
  Index width = 0;
  Index depth = 0;
  Index heads = 0;
  Index key_value_heads = 0;  // each serves heads / key_value_heads queries' heads
  Index latents = 0;          // rows of a sample behind the first block; 0: its tokens
  Index key_width = 0;        // per head
  Index value_width = 0;      // per head
  Index feed_forward = 0;
  bool pre_norm = false;
  bool has_norm = true;
  NormKind norm = NormKind::layer;
  Activation activation = Activation::gelu;
  real attention_scale = 1;

  Index queries() const { return heads * key_width; }
  Index keys() const { return key_value_heads * key_width; }
  Index values() const { return key_value_heads * value_width; }
  Index mixed() const { return heads * value_width; }
  /// The most rows of a sample in any block.
  Index longest() const { return std::max(length, latents); }
};

/// Throws an Error that names the option, the value and what would do.
Dimensions resolve(const ModelOptions& options, const TaskShape& shape);

}  // namespace sextant::nn::inline SEXTANT_PRECISION
