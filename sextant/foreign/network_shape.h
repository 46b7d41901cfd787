// What a forward pass of somebody else's network is made of, as data: the kinds and places of norms, the activation,
// the positions, the form of attention, the head. Weights come by the names of weight_source.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"
#include "sextant/foreign/rope.h"

namespace sextant::foreign {

enum class Norm { layer, rms };

/// Where the norms of a block stand: x + f(norm(x)), norm(x + f(x)), or x + norm(f(norm(x))) as in Gemma 2.
enum class NormPlace { before, after, around };

enum class Curve { relu, gelu, gelu_tanh, quick_gelu, silu, tanh };

/// What is added to the scores of attention.
enum class ScoreBias {
  none,
  alibi,         // slope (j - i)
  t5_buckets,    // a table (buckets, heads), read at the bucket of j - i
  beit_grid,     // a table ((2 rows - 1) (2 columns - 1) + 3, heads), read at the offset in the grid
  disentangled,  // DeBERTa: content to position and position to content
};

/// What differs from block to block.
struct BlockShape {
  Index weights = 0;  // the number in the names of its weights: ALBERT's blocks share theirs
  Index window = 0;   // tokens i - window + 1 .. i (causal), or within window - 1 on both sides; 0: all
  Index rope = -1;    // which of `ropes`; -1: none
  double scale = 1;   // of the scores
  bool norm1 = true;  // ModernBERT's first block has none
};

/// Where the head reads, and what it does to that: out(norm(f(dense(x)))), as far as there are such weights.
enum class HeadPlace { none, every_token, first_token, mean_of_patches };

struct HeadShape {
  HeadPlace place = HeadPlace::none;
  bool dense = false;  // a transform before the output
  bool norm = false;
  Curve curve = Curve::gelu;
  double norm_epsilon = 1e-5;
  Index outputs = 0;
  double cap = 0;    // c tanh(x / c); 0: none
  bool two = false;  // DeiT: the mean of two heads, at the first and at the second token
};

struct NetworkShape {
  Index vocabulary = 0;  // 0: patches of images
  Index width = 0;
  Index embedding_width = 0;  // of tokens and positions, where it is another than `width`; else 0
  Index inner = 0;            // of the feed-forward network
  Index heads = 1, key_heads = 1, head_width = 0;
  std::vector<BlockShape> blocks;

  // Images: square patches, in the order (channel, row, column).
  Index channels = 0, patch = 0, grid_rows = 0, grid_columns = 0;
  Index front = 0;  // tokens before the patches: CLS, distillation

  // Embeddings.
  double embedding_scale = 1;
  bool token_type = false;  // the vector of type 0 is added to every token
  bool position_table = false;
  Index position_offset = 0;  // the row of the first token
  Index longest = 0;          // tokens of a sample, those in front included; 0: no limit
  bool embedding_norm = false;
  bool project_before_position = false;  // OPT: positions are added behind the projection
  bool final_projection = false;         // OPT-350m: back to the width of the embeddings

  // Blocks.
  bool mamba = false;
  Index state = 0, convolution = 0, step_rank = 0;  // of Mamba
  Norm norm = Norm::layer;
  double norm_epsilon = 1e-5;
  NormPlace norm_place = NormPlace::before;
  bool parallel = false;  // attention and feed-forward read the same x
  bool one_norm = false;  // and the same norm of it (Phi)
  bool causal = false;
  bool query_key_norm = false;  // RMS norm of every head's queries and keys
  double score_cap = 0;         // c tanh(score / c); 0: none
  Curve curve = Curve::gelu;
  bool gated = false;          // f(gate x) * (in x)
  bool branch_scales = false;  // BEiT: a factor per channel of each branch
  bool final_norm = false;
  ScoreBias score_bias = ScoreBias::none;
  bool score_bias_per_block = false;
  Index buckets = 0, bucket_reach = 0;  // t5_buckets: how many, and from which distance on all are one
  // disentangled: distances beyond the span are one; buckets > 0: logarithmic ones behind the first half.
  Index span = 0;
  bool content_to_position = false, position_to_content = false, shared_projections = false, relative_norm = false;
  std::vector<Rope> ropes;
  HeadShape head;

  bool images() const { return vocabulary == 0; }
  Index depth() const { return static_cast<Index>(blocks.size()); }
  Index features() const { return channels * patch * patch; }  // numbers per patch
};

}  // namespace sextant::foreign
