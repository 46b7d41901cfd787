// Tensors in JSON with base64 (RFC 4648), as bbycroft/llm-viz publishes its models; "config" is what it says of itself.
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "sextant/core/element.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"
#include "sextant/core/npy_header.h"
#include "sextant/core/tensor_file.h"

namespace sextant::core {
namespace {

using Json = nlohmann::json;

std::string decode_base64(std::string_view text, const std::string& who) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    const auto digit = alphabet.find(letter);
    require(digit != std::string_view::npos, "{}: '{}' is not a base64 digit", who, letter);
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xff));
  }
  return bytes;
}

class JsonTensors final : public TensorFile {
 public:
  explicit JsonTensors(const std::string& path) : TensorFile(path), root_(parse_json(read_file(path), path)) {
    require(root_.is_object(), "{}: expected an object of tensors, found {}", path, root_.type_name());
    for (const auto& [name, tensor] : root_.items()) {
      if (name == "config") continue;
      const bool whole = tensor.is_object() && tensor.contains("shape") && tensor.contains("data") &&
                         tensor["shape"].is_array() && tensor["data"].is_string();
      require(whole && tensor.value("dtype", Json()) == "torch.float32",
              "{}: '{}' is not a tensor: expected shape, dtype \"torch.float32\" and data in base64", path, name);
      TensorEntry entry{name, "F32", {}};
      for (const Json& extent : tensor["shape"]) {
        require(extent.is_number_unsigned() && extent.get<std::uint64_t>() < std::uint64_t{1} << 48,
                "{}: '{}': shape {} is not a list of sizes", path, name, tensor["shape"].dump());
        entry.shape.push_back(extent.get<Index>());
      }
      add(std::move(entry));
    }
  }

  std::vector<double> values(std::string_view name) const override {
    const TensorEntry& entry = find(name);
    const std::string who = fmt::format("{}: tensor '{}'", path(), name);
    const std::string bytes = decode_base64(root_[entry.name]["data"].get_ref<const std::string&>(), who);
    const std::size_t count = count_of_shape(entry.shape, who);
    require(bytes.size() % sizeof(float) == 0 && bytes.size() / sizeof(float) == count,
            "{}: {} bytes, expected float32 of shape [{}]", who, bytes.size(), fmt::join(entry.shape, ", "));
    return read_elements(Element::f32, reinterpret_cast<const std::byte*>(bytes.data()), count);
  }

  std::map<std::string, std::string> metadata() const override {
    std::map<std::string, std::string> result;
    if (!root_.contains("config") || !root_["config"].is_object()) return result;
    for (const auto& [key, value] : root_["config"].items())
      result[key] = value.is_string() ? value.get<std::string>() : value.dump();
    return result;
  }

 private:
  Json root_;
};

}  // namespace

std::unique_ptr<TensorFile> open_json_tensors(const std::string& path) { return std::make_unique<JsonTensors>(path); }

}  // namespace sextant::core
