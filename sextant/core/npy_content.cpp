// A whole .npy file in memory, every length of it checked.
#include <cstring>

#include "sextant/core/error.h"
#include "sextant/core/npy_header.h"

namespace sextant::core {

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
