// GPT-2 (Radford et al. 2019) as Hugging Face stores it, weights (inputs, outputs), and as minGPT and nanoGPT do,
// weights (outputs, inputs). Pre-norm, causal, tanh GELU; the readout is the token table where there is no lm_head.
#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {
namespace {

constexpr const char* joint = "h.0.attn.c_attn.weight";

bool has_joint(const TensorFile& file, const std::string& prefix, std::size_t wide) {
  if (!file.has(prefix + joint) || !file.has(prefix + "wpe.weight")) return false;
  const auto& shape = file.find(prefix + joint).shape;
  return shape.size() == 2 && shape[wide] == 3 * shape[1 - wide];
}
bool speaks_columns(const TensorFile& file, const std::string& prefix) { return has_joint(file, prefix, 1); }
bool speaks_rows(const TensorFile& file, const std::string& prefix) { return has_joint(file, prefix, 0); }

void describe_gpt2(const TensorFile& file, const std::string& prefix, ForeignModel& model) {
  const auto& table = file.find(prefix + "wpe.weight").shape;
  const auto& tokens = file.find(prefix + "wte.weight").shape;
  model.positions = table.at(0);
  model.features = model.outputs = tokens.at(0);
  model.options.width = table.at(1);
  model.options.depth = count_blocks(file, prefix, "h.{}.ln_1.weight");
  model.options.feed_forward = file.find(prefix + "h.0.mlp.c_fc.bias").shape.at(0);
  model.options.causal = true;
  model.options.norm_place = "pre";
  model.options.final_norm = true;
  model.options.activation = "gelu_tanh";
  model.options.readout_bias = false;
}

std::vector<Rule> make_rules(bool columns) {
  const Form plain = columns ? Form::transposed : Form::same;
  return {
      {"token.weight", "wte.weight"},
      {"position.table", "wpe.weight"},
      {"blocks.{}.norm1.gain", "h.{}.ln_1.weight"},
      {"blocks.{}.norm1.bias", "h.{}.ln_1.bias"},
      {"blocks.{}.attention.query.weight", "h.{}.attn.c_attn.weight",
       columns ? Form::first_columns : Form::first_third},
      {"blocks.{}.attention.key.weight", "h.{}.attn.c_attn.weight",
       columns ? Form::second_columns : Form::second_third},
      {"blocks.{}.attention.value.weight", "h.{}.attn.c_attn.weight",
       columns ? Form::third_columns : Form::third_third},
      {"blocks.{}.attention.query.bias", "h.{}.attn.c_attn.bias", Form::first_third, true},
      {"blocks.{}.attention.key.bias", "h.{}.attn.c_attn.bias", Form::second_third, true},
      {"blocks.{}.attention.value.bias", "h.{}.attn.c_attn.bias", Form::third_third, true},
      {"blocks.{}.attention.output.weight", "h.{}.attn.c_proj.weight", plain},
      {"blocks.{}.attention.output.bias", "h.{}.attn.c_proj.bias", Form::same, true},
      {"blocks.{}.norm2.gain", "h.{}.ln_2.weight"},
      {"blocks.{}.norm2.bias", "h.{}.ln_2.bias"},
      {"blocks.{}.feed_forward.in.weight", "h.{}.mlp.c_fc.weight", plain},
      {"blocks.{}.feed_forward.in.bias", "h.{}.mlp.c_fc.bias"},
      {"blocks.{}.feed_forward.out.weight", "h.{}.mlp.c_proj.weight", plain},
      {"blocks.{}.feed_forward.out.bias", "h.{}.mlp.c_proj.bias", Form::same, true},
      {"final_norm.gain", "ln_f.weight"},
      {"final_norm.bias", "ln_f.bias"},
  };
}

Dialect make_dialect(std::string_view name, bool columns) {
  Dialect dialect{
      name, {"transformer.", ""}, columns ? speaks_columns : speaks_rows, make_rules(columns), describe_gpt2};
  dialect.rules.push_back({"readout.weight", "/lm_head.weight|wte.weight"});
  return dialect;
}

}  // namespace

std::vector<Dialect> gpt2_dialects() { return {make_dialect("gpt2", true), make_dialect("mingpt", false)}; }

}  // namespace sextant::lab
