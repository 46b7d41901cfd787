#include "sextant/lab/foreign/foreign_config.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/foreign/checkpoint.h"

namespace sextant::lab {
namespace {

const char* activation_of(foreign::Curve curve) {
  switch (curve) {
    case foreign::Curve::relu:
      return "relu";
    case foreign::Curve::gelu:
      return "gelu";
    case foreign::Curve::gelu_tanh:
      return "gelu_tanh";
    default:
      return nullptr;
  }
}

}  // namespace

std::string layout_of_config(const TensorFile& file) {
  const std::string type = model_type_beside(file.path());
  if (type.empty() || type == "bert" || type == "gpt2" || type == "vit") return type;
  if (type == "roberta" || type == "xlm-roberta" || type == "camembert") return "roberta";
  require(!find_architecture(type),
          "{}: models of type {} are run by `sextant inspect --run`, forward only; here: bert, "
          "roberta, gpt2, vit",
          file.path(), type);
  fail("{}: model_type {} is not supported; known: {}", config_beside(file.path()), type,
       fmt::join(known_model_types(), ", "));
}

void apply_config(const TensorFile& file, ForeignModel& model) {
  const Checkpoint checkpoint(file.path(), {});  // refuses what it does not know
  const foreign::NetworkShape& shape = checkpoint.shape();
  const std::string who = config_beside(file.path());
  const char* activation = activation_of(shape.curve);
  require(activation != nullptr,
          "{}: this activation is run by `sextant inspect --run` alone; here: relu, gelu, gelu_new", who);
  const double usual = 1 / std::sqrt(static_cast<double>(shape.head_width));
  for (const auto& block : shape.blocks)
    require(block.scale == usual,
            "{}: attention scores with another scale than 1 / sqrt({}) are run by "
            "`sextant inspect --run` alone",
            who, shape.head_width);
  require(shape.width == model.options.width && shape.depth() == model.options.depth &&
              shape.inner == model.options.feed_forward.value_or(0),
          "{}: width {}, {} layers, intermediate size {}; but the tensors have {}, {} and {}", who, shape.width,
          shape.depth(), shape.inner, model.options.width, model.options.depth, model.options.feed_forward.value_or(0));
  require(model.layout != "roberta" || shape.position_offset == 2,
          "{}: pad_token_id {} is run by "
          "`sextant inspect --run` alone; here: 1",
          who, shape.position_offset - 1);
  model.options.heads = shape.heads;
  model.options.causal = shape.causal;
  model.options.activation = activation;
  model.options.norm_epsilon = shape.norm_epsilon;
}

}  // namespace sextant::lab
