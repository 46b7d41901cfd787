// A kind of model as Hugging Face stores it: which model_type it has, what its config.json says, and which tensor is
// which part of the network (foreign/weight_source.h). One file each; adding one is that file and a line in
// architectures.def.
#pragma once

#include <map>

#include "sextant/core/tensor_file.h"
#include "sextant/foreign/network_shape.h"
#include "sextant/lab/foreign/model_config.h"

namespace sextant::lab {

/// Which numbers of a tensor.
struct Cut {
  bool transposed = false;    // the tensor is (inputs, outputs)
  Index first = 0, rows = 0;  // of the outputs; 0 rows: all
  Index third = -1;           // of (heads, 3, head_width) outputs: NeoX, BLOOM
  Index heads = 0;
  double plus = 0;  // Gemma stores gain - 1
};

struct WeightRule {
  std::string tensor;
  Cut cut = {};
};

/// What an architecture writes its answer into.
struct Draft {
  ModelConfig& config;
  const TensorFile& file;
  foreign::NetworkShape shape = {};
  std::map<std::string, WeightRule> rules = {};  // by the names of the network's parts
  std::vector<std::string> unused = {};          // words in the names of tensors that the network does not need

  std::string tied_head = {};  // a stored output matrix that config.json ties to the token embedding
  std::string prefix = {};     // before the names of tensors: "", "bert.", ...

  /// The first prefix with which the file has `probe`; an Error where none fits.
  void choose_prefix(std::initializer_list<const char*> prefixes, const std::string& probe);
  bool has(const std::string& tensor) const { return file.has(prefix + tensor); }
  /// `part` is `tensor`, with the prefix unless it begins with "/".
  void weight(const std::string& part, const std::string& tensor, const Cut& cut = {});
  /// tensor.weight and, where `bias`, tensor.bias.
  void linear(const std::string& part, const std::string& tensor, bool bias, const Cut& cut = {});
  /// tensor.weight and tensor.bias; .gamma and .beta in old files.
  void norm(const std::string& part, const std::string& tensor, bool bias = true, double plus = 0);
  /// Blocks that use the weights of their own number, with the scale 1 / sqrt(head_width).
  void make_blocks(Index depth);

  foreign::Curve curve(const std::string& key, const std::string& otherwise);
  /// rope_parameters (or rope_theta, rope_scaling of older files) for heads of `head_width`, of which `share` turns
  /// where the file does not say it. `kind`: of layers, where these differ.
  foreign::Rope rope(Index head_width, double share, double base, const std::string& kind = "");
  /// layer_types, or `otherwise` for every block.
  std::vector<std::string> layer_types(Index depth, const std::string& otherwise);
  /// A head at every token with weights of its own or those of the tokens.
  void language_head(const std::string& tensor, bool tied, bool bias = false);
};

struct Architecture {
  const char* name;
  std::vector<std::string> model_types;
  void (*describe)(Draft& draft);
};

/// "blocks.3.query"
std::string part_of_block(Index block, const char* part);

/// nullptr where there is none.
const Architecture* find_architecture(const std::string& model_type);
/// All model types that can be run.
std::vector<std::string> known_model_types();

#define SEXTANT_DEFINE_ARCHITECTURE(name, describe, ...)           \
  const Architecture& architecture_##name() {                      \
    static const Architecture own{#name, {__VA_ARGS__}, describe}; \
    return own;                                                    \
  }

}  // namespace sextant::lab
