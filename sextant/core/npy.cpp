// NumPy's array files, whole.
#include "sextant/core/npy.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy_header.h"

namespace sextant::core {
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

}  // namespace sextant::core
