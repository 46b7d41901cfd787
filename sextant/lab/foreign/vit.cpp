// Vision transformers (Dosovitskiy et al. 2021) in three dialects: Hugging Face's, timm's, and the plain names of
// jennazhao7/fhe-vit-project. Pre-norm, erf GELU, a CLS token in front; a token is a patch of pixels, in the order
// (channel, row, column), that goes through one linear map.
#include "sextant/core/error.h"
#include "sextant/lab/foreign/dialect.h"

namespace sextant::lab {
namespace {

/// What the dialects call things. Behind each come ".weight" and ".bias".
struct Names {
  std::string_view cls, position, patch, norm1, query, key, value, joint, output, norm2, in, out, final_norm, head;
};
constexpr Names hugging_face = {"embeddings.cls_token",
                                "embeddings.position_embeddings",
                                "embeddings.patch_embeddings.projection",
                                "encoder.layer.{}.layernorm_before",
                                "encoder.layer.{}.attention.attention.query",
                                "encoder.layer.{}.attention.attention.key",
                                "encoder.layer.{}.attention.attention.value",
                                "",
                                "encoder.layer.{}.attention.output.dense",
                                "encoder.layer.{}.layernorm_after",
                                "encoder.layer.{}.intermediate.dense",
                                "encoder.layer.{}.output.dense",
                                "layernorm",
                                "/classifier"};
constexpr Names timm = {"cls_token",
                        "pos_embed",
                        "patch_embed.proj",
                        "blocks.{}.norm1",
                        "",
                        "",
                        "",
                        "blocks.{}.attn.qkv",
                        "blocks.{}.attn.proj",
                        "blocks.{}.norm2",
                        "blocks.{}.mlp.fc1",
                        "blocks.{}.mlp.fc2",
                        "norm",
                        "head"};
constexpr Names plain = {"cls_token",          "position_embeddings", "patch_embed",      "layer.{}.ln1",
                         "layer.{}.q",         "layer.{}.k",          "layer.{}.v",       "",
                         "layer.{}.attn_proj", "layer.{}.ln2",        "layer.{}.mlp_fc1", "layer.{}.mlp_fc2",
                         "final_ln",           "classifier"};

template <const Names& names>
bool speaks_vit(const TensorFile& file, const std::string& prefix) {
  return file.has(prefix + std::string(names.position)) && file.has(prefix + std::string(names.cls)) &&
         file.has(prefix + std::string(names.patch) + ".weight");
}

template <const Names& names>
void describe_vit(const TensorFile& file, const std::string& prefix, ForeignModel& model) {
  const auto shape = [&](std::string_view name) { return file.find(prefix + std::string(name)).shape; };
  const auto table = shape(names.position);  // (1, positions, width)
  require(table.size() == 3 && table[0] == 1,
          "{}: the position embedding has shape ({}), expected (1, positions, width)", file.path(),
          fmt::join(table, ", "));
  model.positions = table[1];
  model.options.width = table[2];
  const auto& patch = file.find(prefix + std::string(names.patch) + ".weight");
  model.input = InputKind::values;
  model.features = patch.count() / model.options.width;
  model.options.depth = count_blocks(file, prefix, std::string(names.norm1) + ".weight");
  model.options.feed_forward = shape(in_block(names.in, 0) + ".bias").at(0);
  model.options.cls = true;
  model.options.norm_place = "pre";
  model.options.final_norm = true;
  model.options.activation = "gelu";
  model.options.norm_epsilon = 1e-12;
  const std::string head(names.head);
  const std::string bias = (head.front() == '/' ? head.substr(1) : prefix + head) + ".bias";
  if (file.has(bias)) model.outputs = file.find(bias).shape.at(0);
}

std::vector<Rule> make_rules(const Names& names) {
  std::vector<Rule> rules = {{"cls.vector", std::string(names.cls)}, {"position.table", std::string(names.position)}};
  const auto linear = [&](const std::string& ours, std::string_view theirs, Form form = Form::same,
                          bool optional = false) {
    rules.push_back({ours + ".weight", std::string(theirs) + ".weight", form, optional});
    rules.push_back({ours + ".bias", std::string(theirs) + ".bias", form, optional});
  };
  const auto norm = [&](const std::string& ours, std::string_view theirs) {
    rules.push_back({ours + ".gain", std::string(theirs) + ".weight"});
    rules.push_back({ours + ".bias", std::string(theirs) + ".bias"});
  };
  const bool joint = !names.joint.empty();
  linear("token", names.patch);
  norm("blocks.{}.norm1", names.norm1);
  linear("blocks.{}.attention.query", joint ? names.joint : names.query, joint ? Form::first_third : Form::same);
  linear("blocks.{}.attention.key", joint ? names.joint : names.key, joint ? Form::second_third : Form::same);
  linear("blocks.{}.attention.value", joint ? names.joint : names.value, joint ? Form::third_third : Form::same);
  linear("blocks.{}.attention.output", names.output);
  norm("blocks.{}.norm2", names.norm2);
  linear("blocks.{}.feed_forward.in", names.in);
  linear("blocks.{}.feed_forward.out", names.out);
  norm("final_norm", names.final_norm);
  linear("readout", names.head, Form::same, true);
  return rules;
}

}  // namespace

std::vector<Dialect> vit_dialects() {
  return {{"vit", {"vit.", ""}, speaks_vit<hugging_face>, make_rules(hugging_face), describe_vit<hugging_face>},
          {"vit", {""}, speaks_vit<timm>, make_rules(timm), describe_vit<timm>},
          {"vit", {""}, speaks_vit<plain>, make_rules(plain), describe_vit<plain>}};
}

}  // namespace sextant::lab
