#include "sextant/nn/dimensions.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

namespace {

Index per_head(std::optional<Index> given, const ModelOptions& options) {
  if (given) return *given;
  require(options.width % options.heads == 0, "model: width {} is not a multiple of heads {}", options.width,
          options.heads);
  return options.width / options.heads;
}

void check_shape(const ModelOptions& options, const TaskShape& shape) {
  require(shape.length > 0 && shape.features > 0 && shape.outputs > 0,
          "task: length {}, features {} and outputs {} must all be positive", shape.length, shape.features,
          shape.outputs);
  require(!shape.told_by_later || options.causal,
          "model.causal: this task predicts the next token, which stands among the inputs; set model.causal=true");
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

// Latents have no order, no neighbours and no token of their own: whatever needs one of these is refused.
void check_latents(const ModelOptions& options, const TaskShape& shape) {
  if (!options.latents) return;
  require(
      shape.readout != ReadoutPlace::every && shape.readout != ReadoutPlace::masked,
      "model.latents: the task has a loss per token, but latents stand for no token; use a task with one answer per "
      "sample");
  require(!options.causal, "model.latents: latents have no order, so model.causal means nothing; set it to false");
  require(!options.window, "model.latents: latents have no distances, so model.window means nothing; leave it out");
  require(!options.neighbours, "model.latents: latents have no neighbours; set model.neighbours=false");
  require(!options.cls, "model.latents: the answer is read from the latents; set model.cls=false");
  for (Index block = 0; block < options.depth; ++block)
    require(
        options.mixer_of(block) == "attention",
        "model.latents: the mixer of block {} is {}, but only attention can read with latents and takes them as a set",
        block, options.mixer_of(block));
}

// Options of attention alone.
void check_attention(const ModelOptions& options) {
  if (options.key_value_heads)
    require(options.heads % *options.key_value_heads == 0, "model.key_value_heads: heads {} is not a multiple of {}",
            options.heads, *options.key_value_heads);
  bool some = false;
  for (Index block = 0; block < options.depth; ++block) some = some || options.mixer_of(block) == "attention";
  for (const auto& [given, name] :
       {std::pair{options.key_value_heads.has_value(), "key_value_heads"}, {options.neighbours, "neighbours"}})
    require(!given || some, "model.{}: no block has attention; its mixer is {}", name, options.mixer_of(0));
}

// What every model has must fit into the machine. Asked here, before an encoding or a layer takes memory of its own;
// Parameters::allocate() counts every weight.
void check_memory(const ModelOptions& options, const Dimensions& d, const TaskShape& shape) {
  const auto product = [](Index a, Index b) { return static_cast<double>(a) * static_cast<double>(b); };
  double numbers = product(shape.features, d.width);
  for (Index block = 0; block < d.depth; ++block) {
    numbers += 2 * product(d.width, d.feed_forward);
    if (options.mixer_of(block) != "attention") continue;
    numbers += product(d.heads, d.key_width) * static_cast<double>(d.width);
    numbers += product(d.key_value_heads, d.key_width + d.value_width) * static_cast<double>(d.width);
  }
  const double bytes = 2 * sizeof(real) * numbers;
  require(bytes <= static_cast<double>(machine_memory()),
          "model: at model.width {} and model.depth {} weights and gradients take at least {:.3g} GB, more than this "
          "machine's {}",
          d.width, d.depth, bytes / 1e9, memory_text(machine_memory()));
}

}  // namespace

Dimensions resolve(const ModelOptions& options, const TaskShape& shape) {
  check_options("model", {&options});
  check_shape(options, shape);
  require(options.mixers.empty() || static_cast<Index>(options.mixers.size()) == options.depth,
          "model.mixers: {} mixers for model.depth {}; name one per block", options.mixers.size(), options.depth);
  check_attention(options);
  check_latents(options, shape);

  Dimensions result;
  result.length = shape.length + (options.cls ? 1 : 0);
  result.width = options.width;
  result.depth = options.depth;
  result.heads = options.heads;
  result.key_value_heads = options.key_value_heads.value_or(options.heads);
  result.latents = options.latents.value_or(0);
  result.key_width = per_head(options.key_width, options);
  result.value_width = per_head(options.value_width, options);
  result.feed_forward = options.feed_forward.value_or(4 * options.width);
  check_memory(options, result, shape);
  result.pre_norm = options.norm_place == "pre";
  result.has_norm = options.norm != "none";
  result.norm = options.norm == "rms" ? NormKind::rms : NormKind::layer;
  result.activation = activation_named(options.activation);
  result.attention_scale =
      static_cast<real>(options.attention_scale.value_or(1 / std::sqrt(static_cast<double>(result.key_width))));
  require(options.attention_output || result.mixed() == options.width,
          "model.attention_output: without the output projection heads * value_width ({}) must equal width ({})",
          result.mixed(), options.width);
  return result;
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
