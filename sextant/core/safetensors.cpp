// Reading safetensors: the file is mapped, its header checked in full, its tensors handed out in place.
#include "sextant/core/safetensors.h"

#include <cstring>

#include "sextant/core/element.h"
#include "sextant/core/error.h"
#include "sextant/core/mapped_file.h"
#include "sextant/core/options.h"
#include "sextant/core/safetensors_header.h"

namespace sextant::core {
namespace {

constexpr std::size_t length_bytes = 8;

Element element_of(const std::string& dtype, const std::string& who) {
  static const std::map<std::string, Element> elements = {
      {"F64", Element::f64},        {"F32", Element::f32},         {"F16", Element::f16},
      {"BF16", Element::bf16},      {"I64", Element::i64},         {"I32", Element::i32},
      {"I16", Element::i16},        {"I8", Element::i8},           {"U64", Element::u64},
      {"U32", Element::u32},        {"U16", Element::u16},         {"U8", Element::u8},
      {"BOOL", Element::boolean},   {"F8_E4M3", Element::f8_e4m3}, {"F8_E5M2", Element::f8_e5m2},
      {"F8_E8M0", Element::f8_e8m0}};
  const auto found = elements.find(dtype);
  require(found != elements.end(), "{}: unsupported dtype {}; convert the tensor to F32", who, dtype);
  return found->second;
}

}  // namespace

struct Safetensors::Impl {
  std::string path;
  MappedFile file;
  std::vector<SafetensorsEntry> entries;
  std::map<std::string, std::size_t, std::less<>> places;  // in `entries`
  std::map<std::string, std::string> metadata;

  explicit Impl(const std::string& path_in) : path(path_in), file(path_in) {
    require(file.size() >= length_bytes, "{}: {} bytes are too few for a safetensors file", path, file.size());
    std::uint64_t header_bytes = 0;
    std::memcpy(&header_bytes, file.data(), length_bytes);
    require(header_bytes <= longest_safetensors_header, "{}: header of {} bytes exceeds the safetensors limit ({})",
            path, header_bytes, longest_safetensors_header);
    require(header_bytes <= file.size() - length_bytes, "{}: truncated: the header has {} bytes, the file {}", path,
            header_bytes, file.size());
    const std::byte* data = file.data() + length_bytes + header_bytes;
    const std::string_view json(reinterpret_cast<const char*>(file.data()) + length_bytes, header_bytes);
    auto header = parse_safetensors_header(json, file.size() - length_bytes - header_bytes, path);
    metadata = std::move(header.metadata);
    for (auto& tensor : header.tensors) {
      places[tensor.name] = entries.size();
      entries.push_back({std::move(tensor.name), std::move(tensor.dtype), std::move(tensor.shape), data + tensor.begin,
                         tensor.end - tensor.begin});
    }
  }
};

Safetensors::Safetensors(const std::string& path) : impl_(std::make_unique<Impl>(path)) {
  require(checksum_agrees(*this), "{}: its checksum is wrong: it was damaged or edited since it was written", path);
}
Safetensors::~Safetensors() = default;

const std::vector<SafetensorsEntry>& Safetensors::entries() const { return impl_->entries; }

bool Safetensors::has(std::string_view name) const { return impl_->places.find(name) != impl_->places.end(); }

const SafetensorsEntry& Safetensors::find(std::string_view name) const {
  const auto place = impl_->places.find(name);
  if (place != impl_->places.end()) return impl_->entries[place->second];
  std::vector<std::string> names;
  for (const auto& entry : impl_->entries) names.push_back(entry.name);
  fail("{}: no tensor '{}'{}", impl_->path, name, nearest_name_hint(name, names));
}

std::vector<double> Safetensors::values(std::string_view name) const {
  const SafetensorsEntry& entry = find(name);
  const Element element = element_of(entry.dtype, fmt::format("{}: tensor '{}'", impl_->path, name));
  return read_elements(element, entry.data, entry.bytes / bytes_of(element));
}

std::vector<double> Safetensors::part(std::string_view name, Index first, Index count) const {
  const SafetensorsEntry& entry = find(name);
  const Element element = element_of(entry.dtype, fmt::format("{}: tensor '{}'", impl_->path, name));
  const std::size_t size = bytes_of(element);
  require(first >= 0 && count >= 0 && static_cast<std::size_t>(first + count) <= entry.bytes / size,
          "{}: tensor '{}' has {} numbers, asked for {} to {}", impl_->path, name, entry.bytes / size, first,
          first + count);
  const std::byte* from = entry.data + static_cast<std::size_t>(first) * size;
  auto numbers = read_elements(element, from, static_cast<std::size_t>(count));
  impl_->file.forget(from, static_cast<std::size_t>(count) * size);
  return numbers;
}

const std::map<std::string, std::string>& Safetensors::metadata() const { return impl_->metadata; }

}  // namespace sextant::core
