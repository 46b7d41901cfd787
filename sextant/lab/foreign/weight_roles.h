// What each tensor of a foreign model is for and what its fan-in is, told by the names that Hugging Face's BERT,
// RoBERTa, DistilBERT, GPT-2, Llama, Mistral, Qwen, ViT and T5 give them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/tensor_file.h"
#include "sextant/layers/role.h"

namespace sextant::lab {

struct ForeignWeight {
  TensorEntry entry;
  std::optional<Role> role = {};  // nothing: its name does not tell
  ParameterKind kind = ParameterKind::weight;
  Index fan_in = 0;
  bool joint = false;       // query, key and value in one tensor, in thirds of its outputs
  bool transposed = false;  // (inputs, outputs), as in GPT-2's Conv1D
  std::string twin = {};    // an earlier tensor with the same numbers: tied weights
};

/// One per tensor, in the order of the file.
std::vector<ForeignWeight> describe_weights(const TensorFile& file);

/// By name alone.
std::optional<Role> role_of_name(const std::string& name, bool& joint);

}  // namespace sextant::lab
