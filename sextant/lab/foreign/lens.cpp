// TransformerLens and the models of ARENA: weights (heads, inputs, outputs per head). Pre-norm, or no norms; a model
// may have attention only. Whether it is causal is not in the weights: the stored mask is triangular either way.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {
namespace {

bool speaks_lens(const TensorFile& file, const std::string& prefix) {
  return file.has(prefix + "embed.W_E") && file.has(prefix + "pos_embed.W_pos") &&
         file.has(prefix + "blocks.0.attn.W_Q");
}

void describe_lens(const TensorFile& file, const std::string& prefix, ForeignModel& model) {
  const auto shape = [&](const char* name) { return file.find(prefix + name).shape; };
  const auto query = shape("blocks.0.attn.W_Q");
  require(query.size() == 3, "{}: W_Q has shape ({}), expected (heads, width, head width)", file.path(),
          fmt::join(query, ", "));
  model.positions = shape("pos_embed.W_pos").at(0);
  model.features = shape("embed.W_E").at(0);
  model.outputs = shape("unembed.W_U").at(1);
  model.options.width = query[1];
  model.options.heads = query[0];
  model.options.key_width = model.options.value_width = query[2];
  model.options.depth = count_blocks(file, prefix, "blocks.{}.attn.W_Q");
  model.options.causal = true;
  model.options.norm_place = "pre";
  model.options.activation = "relu";
  const bool has_norm = file.has(prefix + "blocks.0.ln1.w");
  model.options.norm = has_norm ? "layer" : "none";
  model.options.final_norm = file.has(prefix + "ln_final.w");
  // Without a feed-forward network: one hidden unit whose weights are all zero adds nothing.
  model.options.feed_forward = file.has(prefix + "blocks.0.mlp.W_in") ? shape("blocks.0.mlp.W_in").at(1) : 1;
}

}  // namespace

std::vector<Dialect> lens_dialects() {
  return {{"transformer_lens",
           {""},
           speaks_lens,
           {
               {"token.weight", "embed.W_E"},
               {"position.table", "pos_embed.W_pos"},
               // Norms and the feed-forward network may be missing.
               {"blocks.{}.norm1.gain", "blocks.{}.ln1.w", Form::same, true},
               {"blocks.{}.norm1.bias", "blocks.{}.ln1.b", Form::same, true},
               {"blocks.{}.attention.query.weight", "blocks.{}.attn.W_Q", Form::heads_in},
               {"blocks.{}.attention.query.bias", "blocks.{}.attn.b_Q"},
               {"blocks.{}.attention.key.weight", "blocks.{}.attn.W_K", Form::heads_in},
               {"blocks.{}.attention.key.bias", "blocks.{}.attn.b_K"},
               {"blocks.{}.attention.value.weight", "blocks.{}.attn.W_V", Form::heads_in},
               {"blocks.{}.attention.value.bias", "blocks.{}.attn.b_V"},
               {"blocks.{}.attention.output.weight", "blocks.{}.attn.W_O", Form::heads_out},
               {"blocks.{}.attention.output.bias", "blocks.{}.attn.b_O"},
               {"blocks.{}.norm2.gain", "blocks.{}.ln2.w", Form::same, true},
               {"blocks.{}.norm2.bias", "blocks.{}.ln2.b", Form::same, true},
               {"blocks.{}.feed_forward.in.weight", "blocks.{}.mlp.W_in", Form::transposed, true},
               {"blocks.{}.feed_forward.in.bias", "blocks.{}.mlp.b_in", Form::same, true},
               {"blocks.{}.feed_forward.out.weight", "blocks.{}.mlp.W_out", Form::transposed, true},
               {"blocks.{}.feed_forward.out.bias", "blocks.{}.mlp.b_out", Form::same, true},
               {"final_norm.gain", "ln_final.w", Form::same, true},
               {"final_norm.bias", "ln_final.b", Form::same, true},
               {"readout.weight", "unembed.W_U", Form::transposed},
               {"readout.bias", "unembed.b_U", Form::same, true},
           },
           describe_lens}};
}

}  // namespace sextant::lab
