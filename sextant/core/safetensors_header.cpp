// Every rule of the safetensors header: an object of {dtype, shape, data_offsets}, no name twice, each
// range exactly as long as its shape, all ranges together the whole of the data, without hole or overlap.
#include "sextant/core/safetensors_header.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/json_text.h"

namespace sextant::core {
namespace {

using Json = nlohmann::json;

struct TypeBits {
  std::string_view name;
  std::size_t bits;
};
constexpr TypeBits known_types[] = {{"F64", 64},    {"F32", 32}, {"F16", 16},    {"BF16", 16},   {"I64", 64},
                                    {"I32", 32},    {"I16", 16}, {"I8", 8},      {"U64", 64},    {"U32", 32},
                                    {"U16", 16},    {"U8", 8},   {"BOOL", 8},    {"C64", 64},    {"F8_E5M2", 8},
                                    {"F8_E4M3", 8}, {"F4", 4},   {"F8_E8M0", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}};

// nlohmann keeps the last of two equal keys in silence; here a repeated key is an attack or a broken writer.
Json parse_header_json(std::string_view text, const std::string& who) {
  std::vector<std::set<std::string>> seen;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    require(depth <= 4, "{}: malformed safetensors header: nested too deeply", who);
    if (event == Json::parse_event_t::object_start) {
      seen.resize(static_cast<std::size_t>(depth) + 2);
      seen[static_cast<std::size_t>(depth) + 1].clear();
    }
    if (event == Json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      require(seen[static_cast<std::size_t>(depth)].insert(key).second,
              "{}: malformed safetensors header: '{}' appears twice", who, key);
    }
    return true;
  };
  require(!has_zero_byte(text), "{}: malformed safetensors header: not valid JSON: a zero byte", who);
  try {
    return Json::parse(text.begin(), text.end(), watch);
  } catch (const Json::exception& error) {
    const std::string_view reason = error.what();  // "[json.exception...] reason"
    fail("{}: malformed safetensors header: not valid JSON: {}", who, reason.substr(reason.find(']') + 2));
  }
}

std::map<std::string, std::string> parse_metadata(const Json& object, const std::string& who) {
  std::map<std::string, std::string> metadata;
  require(object.is_object(), "{}: __metadata__ is not an object of strings", who);
  for (const auto& [key, value] : object.items()) {
    require(value.is_string(), "{}: __metadata__ '{}' is not a string", who, key);
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

SafetensorsRange parse_tensor(const std::string& name, const Json& info, const std::string& who) {
  require(info.is_object() && info.contains("dtype") && info.contains("shape") && info.contains("data_offsets"),
          "{}: tensor '{}' needs dtype, shape and data_offsets", who, name);
  const Json &dtype = info["dtype"], &shape = info["shape"], &offsets = info["data_offsets"];
  SafetensorsRange range;
  range.name = name;
  require(dtype.is_string(), "{}: tensor '{}': dtype is not a string", who, name);
  range.dtype = dtype.get<std::string>();
  require(shape.is_array(), "{}: tensor '{}': shape is not a list", who, name);
  for (const Json& extent : shape) {
    const bool whole = extent.is_number_unsigned();
    require(whole && extent.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Index>::max()),
            "{}: tensor '{}': shape {} is not a list of sizes", who, name, shape.dump());
    range.shape.push_back(extent.get<Index>());
  }
  const bool pair =
      offsets.is_array() && offsets.size() == 2 && offsets[0].is_number_unsigned() && offsets[1].is_number_unsigned();
  require(pair, "{}: tensor '{}': data_offsets is not a pair [begin, end]", who, name);
  range.begin = offsets[0].get<std::size_t>();
  range.end = offsets[1].get<std::size_t>();
  const std::size_t bytes = safetensors_bytes(range.dtype, range.shape, fmt::format("{}: tensor '{}'", who, name));
  require(range.end >= range.begin && range.end - range.begin == bytes,
          "{}: tensor '{}': {} of shape {} takes {} bytes, but data_offsets are [{}, {}]", who, name, range.dtype,
          shape.dump(), bytes, range.begin, range.end);
  return range;
}

void check_ranges(const std::vector<SafetensorsRange>& tensors, std::size_t data_bytes, const std::string& who) {
  std::size_t end = 0;
  for (const auto& tensor : tensors) {
    require(tensor.begin == end, "{}: tensor '{}' begins at byte {} of the data, expected {}: a gap or an overlap", who,
            tensor.name, tensor.begin, end);
    end = tensor.end;
  }
  require(end == data_bytes, "{}: the header describes {} bytes of data, the file has {}", who, end, data_bytes);
}

}  // namespace

std::size_t safetensors_bytes(const std::string& dtype, const std::vector<Index>& shape, const std::string& who) {
  const auto known = std::find_if(std::begin(known_types), std::end(known_types),
                                  [&](const TypeBits& type) { return type.name == dtype; });
  require(known != std::end(known_types), "{}: unknown dtype '{}'", who, dtype);
  std::size_t bits = 1;
  bool possible = true;
  for (Index extent : shape)
    possible = possible && extent >= 0 && !__builtin_mul_overflow(bits, static_cast<std::size_t>(extent), &bits);
  possible = possible && !__builtin_mul_overflow(bits, known->bits, &bits);
  require(possible, "{}: invalid shape [{}]", who, fmt::join(shape, ", "));
  require(bits % 8 == 0, "{}: {} of shape [{}] does not end on a byte boundary", who, dtype, fmt::join(shape, ", "));
  return bits / 8;
}

SafetensorsHeader parse_safetensors_header(std::string_view json, std::size_t data_bytes, const std::string& who) {
  // The format has no white space before '{', the reference implementation reads it.
  const auto first = json.find_first_not_of(" \t\n\r");
  require(first != json.npos && json[first] == '{', "{}: malformed safetensors header: does not begin with '{{'", who);
  const Json root = parse_header_json(json, who);
  SafetensorsHeader header;
  for (const auto& [name, info] : root.items()) {
    if (name == "__metadata__")
      header.metadata = parse_metadata(info, who);
    else
      header.tensors.push_back(parse_tensor(name, info, who));
  }
  std::stable_sort(header.tensors.begin(), header.tensors.end(),
                   [](const auto& a, const auto& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  check_ranges(header.tensors, data_bytes, who);
  return header;
}

}  // namespace sextant::core
