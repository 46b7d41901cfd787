#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace sextant::lab {

using foreign::Curve;
using foreign::HeadPlace;

std::string part_of_block(Index block, const char* part) { return fmt::format("blocks.{}.{}", block, part); }

void Draft::choose_prefix(std::initializer_list<const char*> prefixes, const std::string& probe) {
  for (const char* candidate : prefixes) {
    prefix = candidate;
    if (has(probe)) return;
  }
  fail("{}: no tensor '{}', which a model of type {} has", file.path(), probe, config.text("model_type", ""));
}

void Draft::weight(const std::string& part, const std::string& tensor, const Cut& cut) {
  rules[part] = {tensor.starts_with('/') ? tensor.substr(1) : prefix + tensor, cut};
}

void Draft::linear(const std::string& part, const std::string& tensor, bool bias, const Cut& cut) {
  weight(part + ".weight", tensor + ".weight", cut);
  Cut own = cut;
  own.transposed = false;
  if (bias) weight(part + ".bias", tensor + ".bias", own);
}

void Draft::norm(const std::string& part, const std::string& tensor, bool bias, double plus) {
  const bool old = has(tensor + ".gamma");
  weight(part + ".weight", tensor + (old ? ".gamma" : ".weight"), {.plus = plus});
  if (bias) weight(part + ".bias", tensor + (old ? ".beta" : ".bias"));
}

void Draft::make_blocks(Index depth) {
  require(depth > 0 && shape.heads > 0, "{}: expected at least one layer and one attention head", config.who());
  if (shape.head_width == 0) {
    require(shape.width % shape.heads == 0, "{}: width {} is not a multiple of {} attention heads", config.who(),
            shape.width, shape.heads);
    shape.head_width = shape.width / shape.heads;
  }
  require(shape.key_heads > 0 && shape.heads % shape.key_heads == 0,
          "{}: {} attention heads are not a multiple of {} key-value heads", config.who(), shape.heads,
          shape.key_heads);
  for (Index n = 0; n < depth; ++n)
    shape.blocks.push_back({.weights = n, .scale = 1 / std::sqrt(static_cast<double>(shape.head_width))});
}

Curve Draft::curve(const std::string& key, const std::string& otherwise) {
  static const std::map<std::string, Curve> curves = {
      {"relu", Curve::relu},
      {"gelu", Curve::gelu},
      {"gelu_python", Curve::gelu},
      {"gelu_new", Curve::gelu_tanh},
      {"gelu_fast", Curve::gelu_tanh},
      {"gelu_pytorch_tanh", Curve::gelu_tanh},
      {"quick_gelu", Curve::quick_gelu},
      {"silu", Curve::silu},
      {"swish", Curve::silu},
      {"tanh", Curve::tanh},
  };
  const std::string name = config.text(key, otherwise);
  const auto found = curves.find(name);
  require(found != curves.end(),
          "{}: {} '{}' is not supported; known: relu, gelu, gelu_new, gelu_fast, "
          "gelu_pytorch_tanh, quick_gelu, silu, tanh",
          config.who(), key, name);
  return found->second;
}

std::vector<std::string> Draft::layer_types(Index depth, const std::string& otherwise) {
  const auto& given = config.field("layer_types");
  if (given.is_null()) return std::vector<std::string>(static_cast<std::size_t>(depth), otherwise);
  std::vector<std::string> types;
  for (const auto& one : given) {
    const std::string type = one.is_string() ? one.get<std::string>() : one.dump();
    require(type == "full_attention" || type == "sliding_attention", "{}: layer_types: '{}' is not supported",
            config.who(), type);
    types.push_back(type);
  }
  require(static_cast<Index>(types.size()) == depth, "{}: layer_types has {} entries for {} layers", config.who(),
          types.size(), depth);
  return types;
}

void Draft::language_head(const std::string& tensor, bool tied, bool bias) {
  const bool own = file.has(tensor + ".weight");
  if (!own && !tied) return;  // saved without its head
  shape.head.place = HeadPlace::every_token;
  shape.head.outputs = shape.vocabulary;
  if (own && tied) tied_head = tensor + ".weight";
  if (own)
    linear("head.out", "/" + tensor, bias);
  else
    rules["head.out.weight"] = rules.at("token.weight");
}

}  // namespace sextant::lab
