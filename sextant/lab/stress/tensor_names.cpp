#include "sextant/lab/stress/tensor_names.h"

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {

TensorPlace tensor_place(const std::string& model, const std::string& prefix, Index positions, Index width) {
  if (model == "plain") return {prefix + "positions", {positions, width}};
  if (model == "bert") return {prefix + "embeddings.position_embeddings.weight", {positions, width}};
  if (model == "gpt2") return {prefix + "wpe.weight", {positions, width}};
  if (model == "vit") return {prefix + "embeddings.position_embeddings", {1, positions, width}};  // with CLS at 0
  fail("tensor names '{}'{}: expected plain, bert, gpt2 or vit", model,
       nearest_name_hint(model, {"plain", "bert", "gpt2", "vit"}));
}

}  // namespace sextant::lab
