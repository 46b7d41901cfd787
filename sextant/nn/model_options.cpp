#include "sextant/nn/model_options.h"

namespace sextant::nn {

void ModelOptions::visit(OptionVisitor& option) {
  option("width", width, at_least(1), "numbers per token in the residual stream");
  option("depth", depth, at_least(1), "number of blocks");
  option("heads", heads, at_least(1), "attention heads per block");
  option("key_width", key_width, at_least(1), "numbers per head in queries and keys; auto (or 0): width / heads");
  option("value_width", value_width, at_least(1), "numbers per head in values; auto (or 0): width / heads");
  option("feed_forward", feed_forward, at_least(1), "hidden units of the feed-forward network; auto (or 0): 4 width");
  option("causal", causal, "a token sees only itself and those before it");
  option.choice("norm_place", norm_place, {"post", "pre"}, "norms after each residual sum, or before each sublayer");
  option.choice("norm", norm, {"layer", "rms", "none"}, "layer norm, RMS norm or none");
  option("norm_epsilon", norm_epsilon, positive(), "added to the variance");
  option("embedding_norm", embedding_norm, "a norm after embeddings and positions are added (BERT)");
  option("final_norm", final_norm, "a norm after the last block (GPT-2)");
  option.choice("activation", activation, {"relu", "gelu", "gelu_tanh"}, "of the feed-forward network");
  option("second_activation", second_activation,
         "the activation once more after the feed-forward network (Ito et al.)");
  option("query_bias", query_bias, "bias of the query projection");
  option("key_bias", key_bias, "bias of the key projection");
  option("value_bias", value_bias, "bias of the value projection");
  option("attention_output", attention_output, "a projection after attention; without it heads * value_width = width");
  option("attention_output_bias", attention_output_bias, "bias of that projection");
  option("feed_forward_bias", feed_forward_bias, "biases of both feed-forward layers");
  option("token_bias", token_bias, "bias of the input projection of one-hot or real-valued inputs");
  option("readout_bias", readout_bias, "bias of the readout");
  option("attention_scale", attention_scale, "factor on query . key; auto: 1 / sqrt(key_width)");
  option("mask_vector", mask_vector, "masked tokens become a learned vector instead of zero input");
  option("cls", cls, "a learned token before each sample");
  option("tied", tied, "the readout uses the token table");
  option("dropout_position", dropout_position, share(), "dropout wherever positions are added, on the sum");
  option("dropout_attention", dropout_attention, share(), "dropout on the attention pattern");
  option("dropout_residual", dropout_residual, share(), "dropout on what attention and feed-forward add to the stream");
  option("dropout_always", dropout_always, "dropout in evaluation too (a quirk of Ito's fixed encodings)");
}

}  // namespace sextant::nn
