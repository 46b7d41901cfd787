#include "sextant/data/images/idx.h"

#include "sextant/core/error.h"
#include "sextant/data/text/byte_stream.h"

namespace sextant::data {
namespace {

constexpr std::size_t idx_header_bytes = 16;
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // MNIST: 47 MB
constexpr Index longest_side = 1 << 14;

constexpr std::size_t label_header_bytes = 8;
constexpr Index images_magic = 0x803, coloured_magic = 0x804, labels_magic = 0x801;

Index big_endian(std::string_view bytes) {
  Index value = 0;
  for (const char byte : bytes) value = value * 256 + static_cast<unsigned char>(byte);
  return value;
}

}  // namespace

ImageSet make_idx_images(std::string_view content, const std::string& who) {
  require(content.size() >= idx_header_bytes, "{}: {} bytes are too few for an IDX file of images", who,
          content.size());
  const auto number = [&](std::size_t place) { return big_endian(content.substr(place, 4)); };
  require(number(0) != labels_magic, "{}: an IDX file of labels; expected one of images", who);
  const bool coloured = number(0) == coloured_magic && content.size() >= idx_header_bytes + 4;
  require(number(0) == images_magic || coloured,
          "{}: not an IDX file of images: it starts with {:#010x} instead of 0x00000803", who, number(0));
  ImageSet images{number(4), number(8), number(12), {}};
  require(images.count >= 1, "{}: it holds no images", who);
  for (const Index side : {images.height, images.width})
    require(side >= 1 && side <= longest_side, "{}: images of {} x {} pixels; expected sides from 1 to {}", who,
            images.height, images.width, longest_side);
  const Index channels = coloured ? number(16) : 1;
  require(channels >= 1 && channels <= 4, "{}: images of {} channels; expected 1 to 4", who, channels);
  // At most 2^32 * 2^28 * 4: no overflow.
  const auto expected = static_cast<std::size_t>(images.count * images.height * images.width * channels);
  const std::string_view bytes = content.substr(coloured ? idx_header_bytes + 4 : idx_header_bytes);
  require(bytes.size() == expected, "{}: {} images of {} x {} take {} bytes after the header, found {}", who,
          images.count, images.height, images.width, expected, bytes.size());
  const auto size = static_cast<std::size_t>(channels);
  images.pixels.reserve(expected / size);
  for (std::size_t i = 0; i < expected; i += size) {
    unsigned sum = 0;
    for (std::size_t c = 0; c < size; ++c) sum += static_cast<unsigned char>(bytes[i + c]);
    images.pixels.push_back(static_cast<std::uint8_t>(sum / size));
  }
  return images;
}

std::vector<std::int32_t> make_idx_labels(std::string_view content, const std::string& who) {
  require(content.size() >= label_header_bytes, "{}: {} bytes are too few for an IDX file of labels", who,
          content.size());
  const Index magic = big_endian(content.substr(0, 4)), count = big_endian(content.substr(4, 4));
  require(magic != images_magic, "{}: an IDX file of images; expected one of labels", who);
  require(magic == labels_magic, "{}: not an IDX file of labels: it starts with {:#010x} instead of 0x00000801", who,
          magic);
  const std::string_view bytes = content.substr(label_header_bytes);
  require(static_cast<Index>(bytes.size()) == count, "{}: {} labels take {} bytes after the header, found {}", who,
          count, count, bytes.size());
  std::vector<std::int32_t> labels;
  for (const char byte : bytes) labels.push_back(static_cast<unsigned char>(byte));
  return labels;
}

ImageSet read_idx_images(const std::string& path) { return make_idx_images(read_unpacked(path, most_bytes), path); }
std::vector<std::int32_t> read_idx_labels(const std::string& path) {
  return make_idx_labels(read_unpacked(path, most_bytes), path);
}

}  // namespace sextant::data
