// The header of a safetensors file: names, types, shapes and byte ranges, every one of them checked.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::core {

inline constexpr std::size_t longest_safetensors_header = 100'000'000;  // bytes, of the format

struct SafetensorsRange {
  std::string name;
  std::string dtype;
  std::vector<Index> shape;
  std::size_t begin = 0, end = 0;  // bytes after the header
};

struct SafetensorsHeader {
  std::vector<SafetensorsRange> tensors;  // in the order of their bytes
  std::map<std::string, std::string> metadata;
};

/// `json` is the header, `data_bytes` what follows it in the file; `who` is named in errors.
SafetensorsHeader parse_safetensors_header(std::string_view json, std::size_t data_bytes, const std::string& who);

/// Bytes of a tensor; an Error where the type is unknown or the shape overflows or ends inside a byte.
std::size_t safetensors_bytes(const std::string& dtype, const std::vector<Index>& shape, const std::string& who);

}  // namespace sextant::core
