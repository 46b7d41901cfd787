#include "sextant/nn/dimensions.h"

#include <cmath>

#include "sextant/core/error.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

void ModelOptions::visit(OptionVisitor& option) {
  option("width", width, "model width: dimension of the residual stream (d_model)");
  option("depth", depth, "number of transformer blocks");
  option("heads", heads, "attention heads per block");
  option("key_width", key_width, "dimension of queries and keys per head; 0: width / heads");
  option("value_width", value_width, "dimension of values per head; 0: width / heads");
  option("feed_forward", feed_forward, "hidden dimension of the feed-forward network; 0: 4 * width");
  option("causal", causal, "causal attention mask: a token attends only to itself and earlier tokens");
  option.choice("norm_place", norm_place, {"post", "pre"},
                "post-norm (after each residual addition) or pre-norm (before each sublayer)");
  option.choice("norm", norm, {"layer", "rms", "none"}, "LayerNorm, RMSNorm or none");
  option("norm_epsilon", norm_epsilon, "epsilon added to the variance in normalisation layers");
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
  option("dropout_position", dropout_position, "dropout after adding position embeddings");
  option("dropout_attention", dropout_attention, "dropout on the attention weights");
  option("dropout_residual", dropout_residual,
         "dropout on the attention and feed-forward outputs before the residual addition");
  option("dropout_always", dropout_always,
         "keep dropout active in evaluation (as in Ito et al.'s code for fixed encodings)");
}

namespace {

Index per_head(Index given, const ModelOptions& options) {
  if (given > 0) return given;
  require(options.width % options.heads == 0, "model: width {} is not a multiple of heads {}", options.width,
          options.heads);
  return options.width / options.heads;
}

void require_rate(const char* name, double rate) {
  require(rate >= 0 && rate < 1, "model.{}: {} is not in [0, 1)", name, rate);
}

void check_shape(const ModelOptions& options, const TaskShape& shape) {
  require(shape.length > 0 && shape.features > 0 && shape.outputs > 0,
          "task: length {}, features {} and outputs {} must all be positive", shape.length, shape.features,
          shape.outputs);
  if (options.tied) {
    require(shape.input == InputKind::tokens, "model.tied: requires token inputs, but the task gives {}",
            name_of(shape.input));
    require(shape.outputs == shape.features, "model.tied: the task has {} outputs but a vocabulary of {}",
            shape.outputs, shape.features);
  }
  if (shape.readout == ReadoutPlace::cls) {
    require(options.cls, "model.cls: this task reads out the CLS token; set model.cls=true");
    require(
        !options.causal,
        "model.causal: with a causal mask the CLS token attends to no other token; read out the last token instead");
  }
}

}  // namespace

Dimensions resolve(const ModelOptions& options, const TaskShape& shape) {
  require(options.width > 0, "model.width: {} is not positive", options.width);
  require(options.depth > 0, "model.depth: {} is not positive", options.depth);
  require(options.heads > 0, "model.heads: {} is not positive", options.heads);
  require(options.key_width >= 0, "model.key_width: {} is negative", options.key_width);
  require(options.value_width >= 0, "model.value_width: {} is negative", options.value_width);
  require(options.feed_forward >= 0, "model.feed_forward: {} is negative", options.feed_forward);
  require(options.norm_epsilon > 0, "model.norm_epsilon: {} is not positive", options.norm_epsilon);
  require_rate("dropout_position", options.dropout_position);
  require_rate("dropout_attention", options.dropout_attention);
  require_rate("dropout_residual", options.dropout_residual);
  check_shape(options, shape);

  Dimensions result;
  result.length = shape.length + (options.cls ? 1 : 0);
  result.width = options.width;
  result.depth = options.depth;
  result.heads = options.heads;
  result.key_width = per_head(options.key_width, options);
  result.value_width = per_head(options.value_width, options);
  result.feed_forward = options.feed_forward > 0 ? options.feed_forward : 4 * options.width;
  result.pre_norm = options.norm_place == "pre";
  result.has_norm = options.norm != "none";
  result.norm = options.norm == "rms" ? NormKind::rms : NormKind::layer;
  result.activation = activation_named(options.activation);
  result.attention_scale =
      static_cast<real>(options.attention_scale.value_or(1 / std::sqrt(static_cast<double>(result.key_width))));
  require(options.attention_output || result.values() == options.width,
          "model.attention_output: without the output projection heads * value_width ({}) must equal width ({})",
          result.values(), options.width);
  return result;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
