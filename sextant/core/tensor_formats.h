// Formats of tensor files that are more than a few lines; tensor_file.cpp chooses.
#pragma once

#include "sextant/core/tensor_file.h"

namespace sextant::core {

/// {"weight_map": {tensor: file}}: tensors of several safetensors files that lie beside the index.
std::unique_ptr<TensorFile> open_sharded_tensors(const std::string& path);

/// {name: {"shape": [...], "dtype": "torch.float32", "data": base64 of little-endian numbers}}.
std::unique_ptr<TensorFile> open_json_tensors(const std::string& path);

}  // namespace sextant::core
