// What an encoding alone does to the scores: the picture of its attention bias on a card.
#pragma once

#include "sextant/positions/position.h"

namespace sextant::positions::inline SEXTANT_PRECISION {

/// (tokens, tokens): row i is what token i asks, the mean over heads of scale q_i . k_j with whatever the encoding does
/// to it, where queries and keys are what the tokens are (no projections). All tokens are the same: ones, or where
/// vectors are added to the embeddings nothing but these. `context.heads * context.head_width` is the width.
Table measure_attention_bias(Position& position, const EncodingContext& context);

}  // namespace sextant::positions::inline SEXTANT_PRECISION
