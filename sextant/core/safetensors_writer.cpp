// Writing safetensors: the same items give the same bytes, on any day.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/safetensors.h"
#include "sextant/core/safetensors_header.h"

namespace sextant::core {

namespace {

std::string make_header(const std::string& path, const std::vector<SafetensorsItem>& items,
                        const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::set<std::string> names = {"__metadata__"};
  std::size_t end = 0;
  for (const auto& item : items) {
    require(names.insert(item.name).second, "{}: the tensor name '{}' is reserved or used twice", path, item.name);
    const std::size_t needed =
        safetensors_bytes(item.dtype, item.shape, fmt::format("{}: tensor '{}'", path, item.name));
    require(item.bytes == needed, "{}: tensor '{}': {} of shape [{}] takes {} bytes, given {}", path, item.name,
            item.dtype, fmt::join(item.shape, ", "), needed, item.bytes);
    // A vector made here, so that an empty shape is [] and not null.
    header[item.name] = {{"dtype", item.dtype},
                         {"shape", nlohmann::ordered_json(item.shape)},
                         {"data_offsets", nlohmann::ordered_json(std::vector<std::size_t>{end, end + needed})}};
    end += needed;
  }
  try {
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');  // the data begin at a multiple of 8
    return text;
  } catch (const nlohmann::json::exception&) {
    fail("{}: a tensor name or metadata string is not valid UTF-8", path);
  }
}

}  // namespace

void write_safetensors(const std::string& path, const std::vector<SafetensorsItem>& items,
                       const std::map<std::string, std::string>& metadata, Sync sync) {
  const std::string header = make_header(path, items, metadata);
  const std::uint64_t length = header.size();
  require(length <= longest_safetensors_header, "{}: header of {} bytes exceeds the safetensors limit ({})", path,
          length, longest_safetensors_header);
  AtomicFile file(path);
  file.write(&length, sizeof length);
  file.write(header);
  for (const auto& item : items) file.write(item.data, item.bytes);
  file.commit(sync);
}

// A checksum over everything that a file says, so that a flipped bit is found before it is believed.
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
  const bool ours = said != file.metadata().end() && said->second.size() == Digest().text().size() &&
                    said->second.find_first_not_of("0123456789abcdef") == std::string::npos;
  return !ours || said->second == checksum_of(file.entries(), file.metadata());
}

}  // namespace sextant::core
