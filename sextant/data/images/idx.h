// Images in IDX files, the format of MNIST and its relatives: a header of big-endian numbers (0, 0, type 8 = unsigned
// byte, 3 axes; count, height, width), then a byte per pixel. With 4 axes the last is up to four channels, averaged to
// grey. Labels have 1 axis, the count. Plain or gzip.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

struct ImageSet {
  Index count = 0, height = 0, width = 0;
  std::vector<std::uint8_t> pixels;  // (count, height, width)
};

ImageSet read_idx_images(const std::string& path);
/// The other kind of file: one byte for each image, the class it belongs to.
std::vector<std::int32_t> read_idx_labels(const std::string& path);
/// The same of files that lie in memory, unpacked; `who` is named in errors.
ImageSet make_idx_images(std::string_view content, const std::string& who);
std::vector<std::int32_t> make_idx_labels(std::string_view content, const std::string& who);

}  // namespace sextant::data
