// Everything a transformer of this laboratory can be, except its positions and its start.
#pragma once

#include <map>
#include <memory>

#include "sextant/core/options.h"

namespace sextant::nn {

struct ModelOptions final : Options {
  Index width = 64;
  Index depth = 2;
  Index heads = 1;
  std::optional<Index> key_value_heads;     // each serves a group of heads; auto = heads
  std::string mixer = "attention";          // of every block
  std::vector<std::string> mixers;          // or of each; empty: `mixer`
  std::string feed_forward_kind = "dense";  // of every block
  std::optional<Index> key_width;           // per head; auto = width / heads
  std::optional<Index> value_width;         // per head; auto = width / heads
  std::optional<Index> feed_forward;        // auto = 4 width
  bool causal = false;
  std::optional<Index> window;   // of attention: only tokens at most so far away; auto = all
  bool neighbours = false;       // of attention: only along the edges of the arrangement's graph
  std::optional<Index> latents;  // Perceiver: so many learned rows read the sample in the first block; auto = none
  std::optional<double> latent_sigma;  // of their start; auto: as the initialiser says
  std::string norm_place = "post";     // post, pre
  std::string norm = "layer";          // layer, rms, none
  double norm_epsilon = 1e-5;
  bool embedding_norm = false;
  bool final_norm = false;
  std::string activation = "gelu";  // relu, gelu, gelu_tanh
  bool second_activation = false;   // Ito: activation again after the second linear of the feed-forward
  bool query_bias = true, key_bias = true, value_bias = true;
  bool attention_output = true;  // with or without the output projection
  bool attention_output_bias = true;
  bool feed_forward_bias = true;
  bool token_bias = true;  // of the input projection of one-hot and real-valued inputs
  bool readout_bias = true;
  std::optional<double> attention_scale;  // auto = 1/sqrt(key_width)
  bool mask_vector = false;               // masked tokens become a learned vector (otherwise zero)
  bool cls = false;                       // a learned token before the sample
  bool tied = false;                      // the readout uses the token table
  double dropout_position = 0;            // on the sum of embeddings and positions, wherever positions are added
  double dropout_attention = 0;           // on the attention pattern
  double dropout_residual = 0;            // on what attention and feed-forward add to the stream
  bool dropout_always = false;            // also in evaluation (a quirk of Ito's fixed encodings)

  /// Options of the chosen mixers and feed-forward networks, by name, in this section too; a name that is missing has
  /// its defaults.
  std::map<std::string, std::shared_ptr<Options>> own;

  const std::string& mixer_of(Index block) const {
    return mixers.empty() ? mixer : mixers[static_cast<std::size_t>(block)];
  }
  void visit(OptionVisitor& option) override;
};

}  // namespace sextant::nn
