// CIFTI-2 parcellated series (.ptseries.nii): a NIfTI-2 header of 540 bytes, an XML extension that says what the axes
// are, and a matrix whose first axis, dim[5], moves fastest. (CIFTI-2 specification, 2014; nifti2.h.)
#include <cmath>
#include <cstring>
#include <optional>
#include <pugixml.hpp>

#include "sextant/core/element.h"
#include "sextant/core/error.h"
#include "sextant/core/mapped_file.h"
#include "sextant/core/npy_header.h"
#include "sextant/data/series/array_files.h"

namespace sextant::data {
namespace {

constexpr std::size_t header_bytes = 540;
constexpr std::string_view magic{"n+2\0\r\n\032\n", 8};
constexpr std::int32_t cifti_extension = 32;

template <class Number>
Number read_at(std::string_view bytes, std::size_t place) {
  Number number;
  std::memcpy(&number, bytes.data() + place, sizeof(number));
  return number;
}

/// NIfTI's codes of number types.
std::optional<Element> element_of(std::int16_t code) {
  switch (code) {
    case 2:
      return Element::u8;
    case 4:
      return Element::i16;
    case 8:
      return Element::i32;
    case 16:
      return Element::f32;
    case 64:
      return Element::f64;
    case 256:
      return Element::i8;
    case 512:
      return Element::u16;
    case 768:
      return Element::u32;
    default:
      return {};
  }
}

std::string_view find_xml(std::string_view bytes, const std::string& path) {
  require(bytes.size() >= header_bytes + 4 && bytes[header_bytes] != 0,
          "{}: not a CIFTI file: it has no extension with the names of its axes", path);
  std::size_t place = header_bytes + 4;
  while (place + 8 <= bytes.size()) {
    const auto size = read_at<std::int32_t>(bytes, place);
    const auto code = read_at<std::int32_t>(bytes, place + 4);
    require(size >= 8 && static_cast<std::size_t>(size) <= bytes.size() - place, "{}: truncated in its extension",
            path);
    if (code == cifti_extension) {
      const std::string_view text = bytes.substr(place + 8, static_cast<std::size_t>(size) - 8);
      return text.substr(0, text.find('\0'));  // padded to a multiple of 16
    }
    place += static_cast<std::size_t>(size);
  }
  fail("{}: not a CIFTI file: it has no extension with the names of its axes", path);
}

struct Axes {
  int parcels = -1;  // 0: dim[5], 1: dim[6]
  std::vector<std::string> names;
};

Axes parse_axes(std::string_view xml, const std::string& path) {
  pugi::xml_document document;
  const auto parsed = document.load_buffer(xml.data(), xml.size());
  require(static_cast<bool>(parsed), "{}: malformed XML at byte {}: {}", path, parsed.offset, parsed.description());
  Axes axes;
  bool series = false;
  for (const auto& map : document.child("CIFTI").child("Matrix").children("MatrixIndicesMap")) {
    const std::string_view kind = map.attribute("IndicesMapToDataType").value();
    const std::string_view places = map.attribute("AppliesToMatrixDimension").value();
    if (kind == "CIFTI_INDEX_TYPE_SERIES") series = true;
    if (kind != "CIFTI_INDEX_TYPE_PARCELS") continue;
    require(places == "0" || places == "1", "{}: parcels along axis '{}'; expected 0 or 1", path, places);
    axes.parcels = places == "0" ? 0 : 1;
    for (const auto& parcel : map.children("Parcel")) axes.names.emplace_back(parcel.attribute("Name").value());
  }
  require(series && axes.parcels >= 0, "{}: expected a CIFTI file with an axis of parcels and one of time", path);
  return axes;
}

/// dim[5] and dim[6]; the axes before them must be 1.
std::vector<Index> read_shape(std::string_view bytes, const std::string& path) {
  const auto dimension = [&](std::size_t i) { return read_at<std::int64_t>(bytes, 16 + 8 * i); };
  bool good = dimension(0) == 6;
  for (std::size_t i = 1; i <= 4; ++i) good = good && dimension(i) == 1;
  require(good && dimension(5) >= 1 && dimension(6) >= 1,
          "{}: expected a CIFTI matrix of 6 axes, 1 x 1 x 1 x 1 x n x m", path);
  return {dimension(6), dimension(5)};  // C order: the last axis moves fastest
}

void scale(std::vector<double>& values, double slope, double shift) {
  if (slope == 0 || !std::isfinite(slope) || !std::isfinite(shift)) return;  // 0 means that nothing is scaled
  for (double& value : values) value = value * slope + shift;
}

}  // namespace

ArrayFile read_ptseries(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes = file.text();
  require(bytes.size() >= header_bytes && read_at<std::int32_t>(bytes, 0) == 540 && bytes.substr(4, 8) == magic,
          "{}: not a CIFTI file: it does not start with a little-endian NIfTI-2 header", path);
  const auto axes = parse_axes(find_xml(bytes, path), path);
  const auto shape = read_shape(bytes, path);
  const auto parcels = shape[axes.parcels == 0 ? 1 : 0];
  require(static_cast<Index>(axes.names.size()) == parcels, "{}: {} parcels are named for an axis of {}", path,
          axes.names.size(), parcels);
  const auto code = read_at<std::int16_t>(bytes, 12);
  const auto element = element_of(code);
  require(element.has_value(), "{}: unsupported NIfTI data type {}; save it as float32", path, code);
  const std::size_t count = count_of_shape(shape, path);
  const auto offset = read_at<std::int64_t>(bytes, 168);
  require(offset >= static_cast<std::int64_t>(header_bytes) && static_cast<std::size_t>(offset) <= bytes.size(),
          "{}: its data start at byte {} of {}", path, offset, bytes.size());
  const std::size_t left = bytes.size() - static_cast<std::size_t>(offset);
  require(count <= left / bytes_of(*element), "{}: truncated: {} values of {} present", path, left / bytes_of(*element),
          count);
  auto values = read_elements(*element, file.data() + offset, count);
  scale(values, read_at<double>(bytes, 176), read_at<double>(bytes, 184));
  auto arrays = std::make_unique<LoadedArrays>(path);
  arrays->put({"series", "CIFTI", shape}, std::move(values));
  ArrayFile result{std::move(arrays), {}, {}, {}};
  (axes.parcels == 0 ? result.column_names : result.row_names) = axes.names;
  return result;
}

}  // namespace sextant::data
