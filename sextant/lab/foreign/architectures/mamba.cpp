// Mamba (Gu and Dao 2023, arXiv 2312.00752): no attention, no positions; a block is a norm and a selective state space.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {
namespace {

void describe_mamba(Draft& draft) {
  ModelConfig& config = draft.config;
  auto& shape = draft.shape;
  draft.choose_prefix({"backbone.", ""}, "embeddings.weight");
  shape.mamba = true;
  shape.width = config.integer("hidden_size", 768);
  shape.vocabulary = config.integer("vocab_size", 50280);
  shape.inner = config.integer("intermediate_size", config.integer("expand", 2) * shape.width);
  shape.state = config.integer("state_size", 16);
  shape.convolution = config.integer("conv_kernel", 4);
  const auto& rank = config.field("time_step_rank");
  shape.step_rank = rank.is_number_integer() ? rank.get<Index>() : (shape.width + 15) / 16;
  shape.curve = draft.curve("hidden_act", "silu");
  shape.norm = foreign::Norm::rms;
  shape.norm_epsilon = config.number("layer_norm_epsilon", 1e-5);
  shape.final_norm = shape.causal = true;
  const bool bias = config.flag("use_bias", false), convolution_bias = config.flag("use_conv_bias", true);
  config.ignore({"expand", "residual_in_fp32", "time_step_scale", "time_step_min", "time_step_max",
                 "time_step_init_scheme", "time_step_floor", "rescale_prenorm_residual", "use_mambapy",
                 "use_associative_scan", "d_inner", "d_model", "n_layer", "ssm_cfg", "rms_norm", "fused_add_norm",
                 "pad_vocab_size_multiple"});
  shape.heads = shape.key_heads = shape.head_width = 1;
  draft.make_blocks(config.integer("num_hidden_layers", 32));
  draft.weight("token.weight", "embeddings.weight");
  draft.norm("final_norm", "norm_f", false);
  for (Index n = 0; n < shape.depth(); ++n) {
    const std::string layer = fmt::format("layers.{}.", n), mixer = layer + "mixer.";
    draft.norm(part_of_block(n, "norm1"), layer + "norm", false);
    draft.linear(part_of_block(n, "in"), mixer + "in_proj", bias);
    draft.linear(part_of_block(n, "convolution"), mixer + "conv1d", convolution_bias);
    draft.linear(part_of_block(n, "select"), mixer + "x_proj", false);
    draft.linear(part_of_block(n, "step"), mixer + "dt_proj", true);
    draft.weight(part_of_block(n, "decay.weight"), mixer + "A_log");
    draft.weight(part_of_block(n, "skip.weight"), mixer + "D");
    draft.linear(part_of_block(n, "out"), mixer + "out_proj", bias);
  }
  draft.language_head("lm_head", config.flag("tie_word_embeddings", true));
}

}  // namespace

SEXTANT_DEFINE_ARCHITECTURE(mamba, describe_mamba, "mamba")

}  // namespace sextant::lab
