#include "sextant/nn/model_options.h"

namespace sextant::nn {
namespace {

// Far beyond what a processor trains, and small enough for the product of any two of them and a length.
constexpr double widest = 1e6, deepest = 1e4;
// A width too large for any machine is told what it would take (dimensions.cpp).
constexpr double widest_stream = 1e9;

}  // namespace

void ModelOptions::visit(OptionVisitor& option) {
  option("width", width, between(1, widest_stream), "model width: dimension of the residual stream (d_model)");
  option("depth", depth, between(1, deepest), "number of transformer blocks");
  option("mixer", mixer, "how tokens exchange information, in every block; `sextant list mixers` shows all");
  option("mixers", mixers, "the mixer of each block, such as [\"convolution\", \"attention\"]; empty: model.mixer");
  option("feed_forward_kind", feed_forward_kind, "the feed-forward network; `sextant list feed_forwards` shows all");
  option("heads", heads, between(1, widest), "attention heads per block");
  option("key_value_heads", key_value_heads, between(1, widest),
         "grouped-query attention: heads of keys and values, each shared by heads / key_value_heads heads; 1: "
         "multi-query; auto (or 0): heads");
  option("key_width", key_width, between(1, widest),
         "dimension of queries and keys per head; auto (or 0): width / heads");
  option("value_width", value_width, between(1, widest), "dimension of values per head; auto (or 0): width / heads");
  option("feed_forward", feed_forward, between(1, widest),
         "hidden dimension of the feed-forward network; auto (or 0): 4 * width");
  option("causal", causal, "causal attention mask: a token attends only to itself and earlier tokens");
  option("window", window, between(1, widest),
         "attention window: a token attends to tokens at most this far away; auto (or 0): all");
  option("neighbours", neighbours,
         "a token attends only to itself and to its neighbours in the arrangement's graph (position.arrangement = "
         "\"graph:FILE\", or adjacent cells of a grid); a CLS token is everybody's neighbour");
  option("latents", latents, between(1, widest),
         "Perceiver: this many learned latents read the sample by cross-attention in the first block; later blocks and "
         "the readout see the latents alone; auto (or 0): none");
  option("latent_sigma", latent_sigma, at_least(0),
         "standard deviation of the latents at initialisation; auto: as the initialiser says");
  option.choice("norm_place", norm_place, {"post", "pre"},
                "post-norm (after each residual addition) or pre-norm (before each sublayer)");
  option.choice("norm", norm, {"layer", "rms", "none"}, "LayerNorm, RMSNorm or none");
  option("norm_epsilon", norm_epsilon, positive(), "epsilon added to the variance in normalisation layers");
  option("embedding_norm", embedding_norm, "normalise after adding token and position embeddings (BERT)");
  option("final_norm", final_norm, "normalise after the last block (GPT-2)");
  option.choice("activation", activation, {"relu", "gelu", "gelu_tanh"},
                "activation function of the feed-forward network");
  option("second_activation", second_activation, "apply the activation again to the feed-forward output (Ito et al.)");
  option("query_bias", query_bias, "bias of the query projection");
  option("key_bias", key_bias, "bias of the key projection");
  option("value_bias", value_bias, "bias of the value projection");
  option("attention_output", attention_output,
         "output projection after attention; without it heads * value_width must equal width");
  option("attention_output_bias", attention_output_bias, "bias of the attention output projection");
  option("feed_forward_bias", feed_forward_bias, "biases of both feed-forward layers");
  option("token_bias", token_bias, "bias of the input projection for one-hot or real-valued inputs");
  option("readout_bias", readout_bias, "bias of the readout (output head)");
  option("attention_scale", attention_scale, "scale of the attention scores; auto: 1 / sqrt(key_width)");
  option("mask_vector", mask_vector, "replace masked inputs by a learned mask embedding instead of zeros");
  option("cls", cls, "prepend a learned CLS token to each sample");
  option("tied", tied, "tie the readout weights to the token embedding");
  option("dropout_position", dropout_position, share(), "dropout after adding position embeddings");
  option("dropout_attention", dropout_attention, share(), "dropout on the attention weights");
  option("dropout_residual", dropout_residual, share(),
         "dropout on the attention and feed-forward outputs before the residual addition");
  option("dropout_always", dropout_always,
         "keep dropout active in evaluation (as in Ito et al.'s code for fixed encodings)");
  for (const auto& [name, options] : own) options->visit(option);
}

}  // namespace sextant::nn
