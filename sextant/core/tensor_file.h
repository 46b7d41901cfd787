// A file of named tensors of whatever program: safetensors, alone or in shards with an index; npz; npy; and the JSON
// with base64 of bbycroft/llm-viz.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/view.h"

namespace sextant::core {

struct TensorEntry {
  std::string name;
  std::string dtype;  // as the file calls it
  std::vector<Index> shape;

  Index count() const {
    Index result = 1;
    for (const Index extent : shape) result *= extent;
    return result;
  }
};

class TensorFile {
 public:
  virtual ~TensorFile() = default;

  const std::string& path() const { return path_; }
  const std::vector<TensorEntry>& entries() const { return entries_; }
  bool has(std::string_view name) const { return places_.find(name) != places_.end(); }
  /// Throws with the nearest name where there is none.
  const TensorEntry& find(std::string_view name) const;
  /// In C order, whatever the type of the numbers.
  virtual std::vector<double> values(std::string_view name) const = 0;
  /// The numbers first .. first + count - 1 of these. Where `reads_parts`, no more than this part is in memory, and the
  /// pages of the file are given back; else all of them are read each time.
  virtual std::vector<double> part(std::string_view name, Index first, Index count) const;
  virtual bool reads_parts() const { return false; }
  /// All numbers in order, some at a time, as the file allows it.
  void each_part(std::string_view name, const std::function<void(std::span<const double>)>& look) const;
  /// Whether two tensors hold the same numbers in the same order, whatever their shapes.
  bool same_numbers(std::string_view one, std::string_view other) const;
  /// What the file says of itself; empty in most formats.
  virtual std::map<std::string, std::string> metadata() const { return {}; }

 protected:
  explicit TensorFile(std::string path) : path_(std::move(path)) {}
  void add(TensorEntry entry);

 private:
  std::string path_;
  std::vector<TensorEntry> entries_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

/// By the ending of the name: .safetensors, .safetensors.index.json, .npz, .npy (one tensor, named after the file),
/// .json.
std::unique_ptr<TensorFile> open_tensor_file(const std::string& path);

// Formats of tensor files that are more than a few lines; tensor_file.cpp chooses.

/// {"weight_map": {tensor: file}}: tensors of several safetensors files that lie beside the index.
std::unique_ptr<TensorFile> open_sharded_tensors(const std::string& path);

/// {name: {"shape": [...], "dtype": "torch.float32", "data": base64 of little-endian numbers}}.
std::unique_ptr<TensorFile> open_json_tensors(const std::string& path);

}  // namespace sextant::core
