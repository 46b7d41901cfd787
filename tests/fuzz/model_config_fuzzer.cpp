// A config.json for every architecture, with tensors of the names that architectures look for first.
#include <nlohmann/json.hpp>

#include "fuzzed_file.h"
#include "sextant/core/json_text.h"
#include "sextant/core/tensor_file.h"
#include "sextant/lab/foreign/architectures/architecture.h"

namespace {

class NamedTensors final : public sextant::core::TensorFile {
 public:
  NamedTensors() : TensorFile("fuzzed") {
    for (const char* name :
         {"wte.weight", "word_embeddings.weight", "embed_tokens.weight", "embeddings.word_embeddings.weight",
          "embeddings.tok_embeddings.weight", "embed_in.weight", "shared.weight", "embeddings.weight",
          "embeddings.cls_token", "embeddings.token_embedding.weight", "embeddings.class_embedding",
          "decoder.embed_tokens.weight", "lm_head.weight", "classifier.weight"})
      add({name, "F32", {4, 4}});
  }
  std::vector<double> values(std::string_view) const override { return std::vector<double>(16, 0.5); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const NamedTensors tensors;
  read_or_refuse([&] {
    sextant::lab::ModelConfig config(
        sextant::core::parse_json({reinterpret_cast<const char*>(data), size}, "config.json"), "config.json");
    const auto* architecture = sextant::lab::find_architecture(config.text("model_type", ""));
    if (!architecture) return;
    if (config.has("num_hidden_layers") && config.integer("num_hidden_layers") > 100) return;  // would only be slow
    sextant::lab::Draft draft{.config = config, .file = tensors};
    architecture->describe(draft);
    config.require_all_read({});
  });
  return 0;
}
