#include "sextant/lab/foreign/weight_roles.h"

#include <algorithm>
#include <string_view>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

struct NamedRole {
  std::string_view ending;  // whole words at the end of the name, without .weight or .bias; the first match wins
  Role role;
};
constexpr NamedRole named_roles[] = {
    {"position_embeddings", Role::position},
    {"position_embedding", Role::position},
    {"wpe", Role::position},
    {"pos_embed", Role::position},
    {"pos_embedding", Role::position},
    {"embed_positions", Role::position},
    {"positional_embedding", Role::position},
    {"relative_attention_bias", Role::position},
    {"word_embeddings", Role::token},
    {"token_type_embeddings", Role::token},
    {"wte", Role::token},
    {"embed_tokens", Role::token},
    {"shared", Role::token},
    {"cls_token", Role::token},
    {"mask_token", Role::token},
    {"distillation_token", Role::token},
    {"patch_embeddings.projection", Role::token},
    {"patch_embed.proj", Role::token},
    {"query", Role::query},
    {"q_proj", Role::query},
    {"q_lin", Role::query},
    {"SelfAttention.q", Role::query},
    {"EncDecAttention.q", Role::query},
    {"key", Role::key},
    {"k_proj", Role::key},
    {"k_lin", Role::key},
    {"SelfAttention.k", Role::key},
    {"EncDecAttention.k", Role::key},
    {"value", Role::value},
    {"v_proj", Role::value},
    {"v_lin", Role::value},
    {"SelfAttention.v", Role::value},
    {"EncDecAttention.v", Role::value},
    {"attention.output.dense", Role::attention_output},
    {"attn.c_proj", Role::attention_output},
    {"attn.proj", Role::attention_output},
    {"o_proj", Role::attention_output},
    {"out_lin", Role::attention_output},
    {"out_proj", Role::attention_output},
    {"SelfAttention.o", Role::attention_output},
    {"EncDecAttention.o", Role::attention_output},
    {"intermediate.dense", Role::feed_forward_in},
    {"mlp.c_fc", Role::feed_forward_in},
    {"gate_proj", Role::feed_forward_in},
    {"up_proj", Role::feed_forward_in},
    {"gate_up_proj", Role::feed_forward_in},
    {"lin1", Role::feed_forward_in},
    {"fc1", Role::feed_forward_in},
    {"wi", Role::feed_forward_in},
    {"wi_0", Role::feed_forward_in},
    {"wi_1", Role::feed_forward_in},
    {"output.dense", Role::feed_forward_out},
    {"mlp.c_proj", Role::feed_forward_out},
    {"down_proj", Role::feed_forward_out},
    {"lin2", Role::feed_forward_out},
    {"fc2", Role::feed_forward_out},
    {"wo", Role::feed_forward_out},
    {"pooler.dense", Role::readout},
    {"vocab_transform", Role::readout},
    {"vocab_projector", Role::readout},
    {"pre_classifier", Role::readout},
    {"head", Role::readout},
};
constexpr std::string_view joint_names[] = {"attn.c_attn", "attn.qkv", "query_key_value", "qkv_proj"};
/// The layers of a head may be called as those of blocks are.
constexpr std::string_view head_words[] = {"lm_head", "classifier", "cls", "score", "qa_outputs"};

bool ends_so(std::string_view name, std::string_view ending) {
  return name.ends_with(ending) && (name.size() == ending.size() || name[name.size() - ending.size() - 1] == '.');
}

/// Without ".weight" or ".bias".
std::string_view module_of(std::string_view name) {
  for (const std::string_view ending : {".weight", ".bias", ".gamma", ".beta"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

bool has_word(std::string_view path, std::string_view word) {
  for (std::size_t at = path.find(word); at != std::string_view::npos; at = path.find(word, at + 1))
    if ((at == 0 || path[at - 1] == '.') && (at + word.size() == path.size() || path[at + word.size()] == '.'))
      return true;
  return false;
}

bool is_norm(std::string_view path) {
  std::string last(path.substr(path.rfind('.') == std::string_view::npos ? 0 : path.rfind('.') + 1));
  std::ranges::transform(last, last.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return last.find("norm") != std::string::npos || last.starts_with("ln_");
}

bool is_number(const std::string& dtype) { return dtype.starts_with("F") || dtype.starts_with("BF"); }

/// GPT-2 keeps its matrices as (inputs, outputs); its joint one, (d, 3 d), tells.
bool is_transposed(const TensorFile& file) {
  return std::ranges::any_of(file.entries(), [](const TensorEntry& entry) {
    return ends_so(module_of(entry.name), "attn.c_attn") && entry.shape.size() == 2 &&
           entry.shape[1] == 3 * entry.shape[0];
  });
}

/// The model's width: that of its token embeddings.
Index model_width(const TensorFile& file) {
  for (const std::string_view name : {"word_embeddings", "wte", "embed_tokens", "shared", "cls_token"})
    for (const TensorEntry& entry : file.entries())
      if (ends_so(module_of(entry.name), name) && !entry.shape.empty()) return entry.shape.back();
  return 0;
}

Index product_from(const std::vector<Index>& shape, std::size_t first) {
  Index product = 1;
  for (std::size_t i = first; i < shape.size(); ++i) product *= shape[i];
  return product;
}

void describe_shape(ForeignWeight& weight, bool transposed, Index width) {
  const auto& [name, dtype, shape] = weight.entry;
  const std::string_view path = module_of(name);
  const bool table = path == name || ends_so(path, "word_embeddings") || ends_so(path, "token_type_embeddings") ||
                     ends_so(path, "wte") || ends_so(path, "embed_tokens") || ends_so(path, "shared") ||
                     (weight.role == Role::position);
  if ((weight.role == Role::token || weight.role == Role::position) && table && shape.size() >= 2) {
    weight.kind = ParameterKind::embedding;
    weight.fan_in = ends_so(path, "relative_attention_bias") && width > 0 ? width : shape.back();
    return;
  }
  const bool turned = transposed && (ends_so(path, "c_attn") || ends_so(path, "c_proj") || ends_so(path, "c_fc"));
  weight.transposed = turned;
  weight.fan_in = turned ? shape.front() : product_from(shape, 1);
}

/// A bias has the fan-in of the weight beside it; that of a tied readout has none and takes the model's width.
void describe_biases(std::vector<ForeignWeight>& weights, Index width) {
  for (ForeignWeight& bias : weights) {
    if (bias.kind != ParameterKind::bias || bias.role == Role::norm) continue;
    const std::string_view path = module_of(bias.entry.name);
    const auto beside = std::ranges::find_if(weights, [&](const ForeignWeight& other) {
      return other.kind == ParameterKind::weight && module_of(other.entry.name) == path;
    });
    bias.fan_in = beside != weights.end() ? beside->fan_in : bias.role == Role::readout ? width : 0;
    if (bias.fan_in == 0) bias.role.reset();
  }
}

/// Files may hold tied weights twice.
void find_twins(const TensorFile& file, std::vector<ForeignWeight>& weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const bool may_tie = weights[i].role == Role::token || weights[i].role == Role::readout;
    for (std::size_t k = 0; may_tie && k < i && weights[i].twin.empty(); ++k)
      if ((weights[k].role == Role::token || weights[k].role == Role::readout) && weights[k].twin.empty() &&
          weights[k].entry.shape.size() == 2 && weights[k].entry.shape == weights[i].entry.shape &&
          file.same_numbers(weights[k].entry.name, weights[i].entry.name))
        weights[i].twin = weights[k].entry.name;
  }
}

}  // namespace

std::optional<Role> role_of_name(const std::string& name, bool& joint) {
  const std::string_view path = module_of(name);
  joint = std::ranges::any_of(joint_names, [&](std::string_view one) { return ends_so(path, one); });
  if (joint) return Role::query;
  if (is_norm(path)) return Role::norm;
  if (std::ranges::any_of(head_words, [&](std::string_view word) { return has_word(path, word); }))
    return Role::readout;
  const auto* found =
      std::ranges::find_if(named_roles, [&](const NamedRole& one) { return ends_so(path, one.ending); });
  return found == std::end(named_roles) ? std::nullopt : std::optional(found->role);
}

std::vector<ForeignWeight> describe_weights(const TensorFile& file) {
  const bool transposed = is_transposed(file);
  const Index width = model_width(file);
  std::vector<ForeignWeight> weights;
  for (const TensorEntry& entry : file.entries()) {
    ForeignWeight weight{.entry = entry};
    if (is_number(entry.dtype)) weight.role = role_of_name(entry.name, weight.joint);
    if (weight.role == Role::norm)
      weight.kind =
          entry.name.ends_with("bias") || entry.name.ends_with("beta") ? ParameterKind::bias : ParameterKind::gain;
    else if (entry.name.ends_with("bias") && entry.shape.size() == 1)
      weight.kind = ParameterKind::bias;
    else if (weight.role && entry.shape.size() >= 2)
      describe_shape(weight, transposed, width);
    else
      weight.role.reset();
    weights.push_back(std::move(weight));
  }
  describe_biases(weights, width);
  find_twins(file, weights);
  return weights;
}

}  // namespace sextant::lab
