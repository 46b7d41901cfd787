// A checksum over everything that a file says, so that a flipped bit is found before it is believed.
#include <cstdint>

#include "sextant/core/digest.h"
#include "sextant/core/safetensors.h"

namespace sextant::core {
namespace {

constexpr const char* checksum_key = "checksum";

/// Lengths go in too: "ab" and "c" must not look like "a" and "bc".
void add_text(Digest& digest, std::string_view text) { digest.add(std::to_string(text.size())).add(":").add(text); }

template <class Tensors>
std::string checksum_of(const Tensors& tensors, const std::map<std::string, std::string>& metadata) {
  Digest digest;
  for (const auto& [key, value] : metadata) {
    if (key == checksum_key) continue;
    add_text(digest, key);
    add_text(digest, value);
  }
  for (const auto& tensor : tensors) {
    add_text(digest, tensor.name);
    add_text(digest, tensor.dtype);
    for (const Index extent : tensor.shape) digest.add(std::to_string(extent)).add(",");
    add_text(digest, {reinterpret_cast<const char*>(tensor.data), tensor.bytes});
  }
  return digest.text();
}

}  // namespace

void write_checked_safetensors(const std::string& path, const std::vector<SafetensorsItem>& items,
                               std::map<std::string, std::string> metadata, Sync sync) {
  metadata[checksum_key] = checksum_of(items, metadata);
  write_safetensors(path, items, metadata, sync);
}

bool checksum_agrees(const Safetensors& file) {
  const auto said = file.metadata().find(checksum_key);
  return said == file.metadata().end() || said->second == checksum_of(file.entries(), file.metadata());
}

}  // namespace sextant::core
