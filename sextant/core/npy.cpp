#include "sextant/core/npy.h"

#include <cstring>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy_header.h"

namespace sextant::core {

// NumPy's array files, whole.
namespace {

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
  require(count_of_shape(shape, path) == count, "{}: shape ({}) does not hold {} numbers", path, fmt::join(shape, ", "),
          count);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t alignment = 64, before = 10;  // magic, version, length
  header.append(alignment - (before + header.size() + 1) % alignment, ' ');
  header += '\n';
  require(header.size() <= 0xffff, "{}: a shape of {} axes is too long for an .npy header", path, shape.size());

  AtomicFile file(path);
  file.write(npy_magic);
  const unsigned char version_and_length[] = {1, 0, static_cast<unsigned char>(header.size() & 0xff),
                                              static_cast<unsigned char>(header.size() >> 8)};
  file.write(version_and_length, sizeof version_and_length);
  file.write(header);
  file.write(data, count * element_bytes);
  file.commit();
}

}  // namespace

NpyArray read_npy(const std::string& path) { return make_npy_array(read_file(path), path); }

NpyArray make_npy_array(std::string_view content, const std::string& who) {
  const NpyContent npy = parse_npy(content, who);
  NpyArray array{npy.header.shape, read_elements(npy.header.element, npy.data, npy.count)};
  if (npy.header.fortran_order) array.values = to_c_order(array.values, array.shape);
  return array;
}

void write_npy(const std::string& path, const std::vector<Index>& shape, const std::vector<double>& values) {
  write_array(path, "<f8", shape, values.data(), values.size(), sizeof(double));
}

void write_npy_float(const std::string& path, const std::vector<Index>& shape, const std::vector<float>& values) {
  write_array(path, "<f4", shape, values.data(), values.size(), sizeof(float));
}

// A whole .npy file in memory, every length of it checked.

std::size_t count_of_shape(const std::vector<Index>& shape, const std::string& who) {
  std::size_t count = 1;
  for (Index extent : shape)
    require(extent >= 0 && !__builtin_mul_overflow(count, static_cast<std::size_t>(extent), &count),
            "{}: invalid shape ({})", who, fmt::join(shape, ", "));
  return count;
}

NpyContent parse_npy(std::string_view content, const std::string& who) {
  return parse_npy_beginning(content, content.size(), who);
}

NpyContent parse_npy_beginning(std::string_view content, std::size_t bytes, const std::string& who) {
  require(content.substr(0, npy_magic.size()) == npy_magic, "{}: not an .npy file", who);
  require(content.size() >= 8, "{}: truncated in the header", who);
  const int version = static_cast<unsigned char>(content[6]), minor = static_cast<unsigned char>(content[7]);
  require(version >= 1 && version <= 3 && minor == 0, "{}: unsupported .npy version {}.{}; expected 1.0, 2.0 or 3.0",
          who, version, minor);
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t header_start = 8 + length_bytes;
  require(content.size() >= header_start, "{}: truncated in the header", who);
  std::uint32_t header_length = 0;
  std::memcpy(&header_length, content.data() + 8, length_bytes);
  require(content.size() - header_start >= header_length, "{}: truncated in the header", who);

  NpyContent npy;
  npy.header = parse_npy_header(content.substr(header_start, header_length), who);
  npy.count = count_of_shape(npy.header.shape, who);
  npy.data = reinterpret_cast<const std::byte*>(content.data()) + header_start + header_length;
  const std::size_t available = bytes - header_start - header_length;
  std::size_t needed = 0;
  const bool fits = !__builtin_mul_overflow(npy.count, bytes_of(npy.header.element), &needed);
  require(fits && needed == available, "{}: expected {} bytes of data for shape ({}), found {}", who,
          fits ? std::to_string(needed) : "too many", fmt::join(npy.header.shape, ", "), available);
  return npy;
}

}  // namespace sextant::core
