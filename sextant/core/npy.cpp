// NumPy's array files: magic, version, header length, header, numbers.
// (Format: numpy.lib.format; version 1 has a 2-byte header length, 2 and 3 have 4 bytes.)
#include "sextant/core/npy.h"

#include <cstring>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy_header.h"

namespace sextant {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

// How many numbers a shape holds; the caller's file bounds what is believable.
std::size_t count_of(const std::vector<Index>& shape, const std::string& who) {
  std::size_t count = 1;
  for (Index extent : shape)
    require(extent >= 0 && !__builtin_mul_overflow(count, static_cast<std::size_t>(extent), &count),
            "{}: the shape ({}) is impossible", who, fmt::join(shape, ", "));
  return count;
}

// Fortran order is C order of the reversed shape: walk the C index as an odometer with Fortran strides.
std::vector<double> to_c_order(const std::vector<double>& values, const std::vector<Index>& shape) {
  std::vector<std::size_t> stride(shape.size()), index(shape.size(), 0);
  std::size_t step = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    stride[axis] = step;
    step *= static_cast<std::size_t>(shape[axis]);
  }
  std::vector<double> result(values.size());
  std::size_t from = 0;
  for (double& value : result) {
    value = values[from];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += stride[axis];
      if (++index[axis] < static_cast<std::size_t>(shape[axis])) break;
      from -= stride[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return result;
}

void write_array(const std::string& path, const char* type, const std::vector<Index>& shape, const void* data,
                 std::size_t count, std::size_t element_bytes) {
  require(count_of(shape, path) == count, "{}: shape ({}) does not hold {} numbers", path, fmt::join(shape, ", "),
          count);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t alignment = 64, before = 10;  // magic, version, length
  header.append(alignment - (before + header.size() + 1) % alignment, ' ');
  header += '\n';
  require(header.size() <= 0xffff, "{}: a shape of {} axes is too long for an .npy header", path, shape.size());

  AtomicFile file(path);
  file.write(magic);
  const unsigned char version_and_length[] = {1, 0, static_cast<unsigned char>(header.size() & 0xff),
                                              static_cast<unsigned char>(header.size() >> 8)};
  file.write(version_and_length, sizeof version_and_length);
  file.write(header);
  file.write(data, count * element_bytes);
  file.commit();
}

}  // namespace

NpyArray read_npy(const std::string& path) {
  const std::string content = read_file(path);
  require(content.compare(0, magic.size(), magic) == 0, "{}: not an .npy file", path);
  require(content.size() >= 8, "{}: cut off in the header", path);
  const int version = static_cast<unsigned char>(content[6]);
  require(version >= 1 && version <= 3, "{}: .npy version {} is not known; expected 1, 2 or 3", path, version);
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t header_start = 8 + length_bytes;
  require(content.size() >= header_start, "{}: cut off in the header", path);
  std::uint32_t header_length = 0;
  std::memcpy(&header_length, content.data() + 8, length_bytes);
  require(content.size() - header_start >= header_length, "{}: cut off in the header", path);

  const std::string_view text = std::string_view(content).substr(header_start, header_length);
  const NpyHeader header = parse_npy_header(text, path);
  const std::size_t count = count_of(header.shape, path);
  const std::size_t available = content.size() - header_start - header_length;
  std::size_t needed = 0;
  const bool fits = !__builtin_mul_overflow(count, bytes_of(header.element), &needed);
  require(fits && needed == available, "{}: {} bytes of numbers expected for shape ({}), found {}", path,
          fits ? std::to_string(needed) : "too many", fmt::join(header.shape, ", "), available);

  const auto* data = reinterpret_cast<const std::byte*>(content.data()) + header_start + header_length;
  NpyArray array{header.shape, read_elements(header.element, data, count)};
  if (header.fortran_order) array.values = to_c_order(array.values, array.shape);
  return array;
}

void write_npy(const std::string& path, const std::vector<Index>& shape, const std::vector<double>& values) {
  write_array(path, "<f8", shape, values.data(), values.size(), sizeof(double));
}

void write_npy_float(const std::string& path, const std::vector<Index>& shape, const std::vector<float>& values) {
  write_array(path, "<f4", shape, values.data(), values.size(), sizeof(float));
}

}  // namespace sextant
