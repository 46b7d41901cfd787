// The safetensors format: 8-byte header length, JSON header, data without holes. The reader trusts
// nothing: lengths, overlaps, holes, unknown types and truncation are errors that name the tensor.
// (Format: huggingface/safetensors README.)
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/files.h"
#include "sextant/core/view.h"

namespace sextant::core {

struct SafetensorsEntry {
  std::string name;
  std::string dtype;  // "F32", "F64", "BF16", ...
  std::vector<Index> shape;
  const std::byte* data = nullptr;  // into the mapped file
  std::size_t bytes = 0;
};

/// A read-only, memory-mapped file. One of ours, which has a checksum, is checked as a whole when it is opened.
class Safetensors {
 public:
  explicit Safetensors(const std::string& path);
  ~Safetensors();
  Safetensors(const Safetensors&) = delete;
  Safetensors& operator=(const Safetensors&) = delete;

  const std::vector<SafetensorsEntry>& entries() const;
  bool has(std::string_view name) const;
  /// Throws with the nearest name where there is none.
  const SafetensorsEntry& find(std::string_view name) const;
  /// The numbers of a tensor as doubles, whatever its type (F64 F32 F16 BF16, F8 in its three forms, I64 I32 I16 I8
  /// U8 U16 U32 U64 BOOL).
  std::vector<double> values(std::string_view name) const;
  /// The numbers first .. first + count - 1 of these; the pages they lie on are given back.
  std::vector<double> part(std::string_view name, Index first, Index count) const;
  /// The "__metadata__" strings.
  const std::map<std::string, std::string>& metadata() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What will be written: `data` must stay alive until write_safetensors returns.
struct SafetensorsItem {
  std::string name;
  std::string dtype;
  std::vector<Index> shape;
  const void* data = nullptr;
  std::size_t bytes = 0;
};

/// Writes atomically, tensors in the order given, deterministic bytes.
void write_safetensors(const std::string& path, const std::vector<SafetensorsItem>& items,
                       const std::map<std::string, std::string>& metadata, Sync sync = Sync::now);

/// The same with one more metadata string, "checksum": of all names, types, shapes, data and other metadata.
void write_checked_safetensors(const std::string& path, const std::vector<SafetensorsItem>& items,
                               std::map<std::string, std::string> metadata, Sync sync = Sync::now);
/// False where the file has a checksum of ours, 16 hexadecimal digits, and it is another one.
bool checksum_agrees(const Safetensors& file);

}  // namespace sextant::core
