// Version 5 (MathWorks, MAT-File Format, 2023): a header of 128 bytes, then elements, each a tag (type, length) and its
// content. A matrix is an element that holds elements: flags, dimensions, name, and numbers or further matrices. A
// compressed element holds one matrix.
#include "sextant/data/series/mat_layout.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "sextant/core/error.h"
#include "sextant/core/mapped_file.h"
#include "sextant/core/unpacked_size.h"
#include "sextant/data/series/hdf5_layout.h"

namespace sextant::data {
namespace {

constexpr std::size_t mat_header_bytes = 128, tag_bytes = 8;
constexpr std::uint32_t matrix_type = 14, compressed_type = 15;
constexpr std::uint32_t cell_class = 1, struct_class = 2, object_class = 3, char_class = 4, first_number = 6,
                        last_number = 15;
constexpr std::size_t largest_matrix = 1u << 31;    // by the format
constexpr std::size_t most_packed = 1032;           // bytes that one byte of zlib can stand for
constexpr std::size_t bytes_of_a_beginning = 4096;  // flags, dimensions and name of any array of numbers
constexpr int deepest = 16;                         // cells in cells in cells

std::uint32_t word_at(std::string_view bytes, std::size_t place) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + place, sizeof(word));
  return word;
}

struct MatElement {
  std::uint32_t type = 0;
  std::string_view content;
};

/// The bytes of one element after the other; what does not fit is refused.
class Elements {
 public:
  Elements(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  bool at_end() const { return place_ >= bytes_.size(); }
  std::size_t left() const { return bytes_.size() - place_; }

  MatElement next() {
    require(!at_end() && left() >= tag_bytes, "{}: truncated, or a wrong length", path_);
    const std::uint32_t first = word_at(bytes_, place_);
    if (const std::uint32_t few = first >> 16; few > 0) {  // a small element: its content is inside its tag
      require(few <= 4, "{}: an element declares {} bytes where 4 fit", path_, few);
      const MatElement element{first & 0xffff, bytes_.substr(place_ + 4, few)};
      place_ += tag_bytes;
      return element;
    }
    const std::size_t length = word_at(bytes_, place_ + 4);
    require(length <= left() - tag_bytes, "{}: truncated, or a wrong length: {} bytes declared, {} present", path_,
            length, left() - tag_bytes);
    const MatElement element{first, bytes_.substr(place_ + tag_bytes, length)};
    const std::size_t whole = first == compressed_type ? length : (length + 7) / 8 * 8;
    place_ += tag_bytes + std::min(whole, left() - tag_bytes);
    return element;
  }

 private:
  const std::string& path_;
  std::string_view bytes_;
  std::size_t place_ = 0;
};

/// How many entries the dimensions name; refused above `most`.
std::size_t count_entries(const std::string& path, std::string_view dimensions, std::size_t most) {
  std::size_t count = 1;
  for (std::size_t place = 0; place + 4 <= dimensions.size(); place += 4) {
    const std::size_t size = word_at(dimensions, place);
    require(size == 0 || count <= most / size, "{}: an array declares more entries than its bytes can hold", path);
    count *= size;
  }
  return count;
}

std::uint32_t class_of(const std::string& path, const MatElement& flags) {
  require(flags.content.size() == 8, "{}: it contains a corrupt array", path);
  return word_at(flags.content, 0) & 0xff;
}

bool is_number_class(std::uint32_t kind) { return kind >= first_number && kind <= last_number; }

/// `claimed`: the length of the matrix, of which `content` may be the beginning where it holds numbers.
void check_matrix(const std::string& path, std::string_view content, std::size_t claimed, int depth) {
  require(depth < deepest, "{}: cells nested more than {} deep", path, deepest);
  if (content.empty()) return;  // an empty cell
  Elements elements(path, content);
  const std::uint32_t kind = class_of(path, elements.next());
  const MatElement dimensions = elements.next();
  if (is_number_class(kind) || kind == char_class) return void(count_entries(path, dimensions.content, claimed));
  if (kind != cell_class && kind != struct_class && kind != object_class) {
    // Sparse numbers claim more than they hold, and tables or strings of MATLAB have no dimensions: lengths must do.
    while (!elements.at_end()) elements.next();
    return;
  }
  elements.next();                            // the name
  if (kind == object_class) elements.next();  // the name of its class
  std::size_t each = 1;
  if (kind != cell_class) {
    const MatElement length = elements.next(), names = elements.next();
    require(length.content.size() == 4 && word_at(length.content, 0) > 0, "{}: it contains a corrupt struct", path);
    each = names.content.size() / word_at(length.content, 0);
  }
  std::size_t wanted = count_entries(path, dimensions.content, content.size()) * each;
  require(wanted <= elements.left() / tag_bytes, "{}: a cell or struct declares more entries than are present", path);
  for (; wanted > 0; --wanted) {
    const MatElement inner = elements.next();
    require(inner.type == matrix_type, "{}: it contains a corrupt cell or struct", path);
    check_matrix(path, inner.content, inner.content.size(), depth + 1);
  }
}

/// At most so many bytes of what is packed.
std::string unpack(const std::string& path, std::string_view packed, std::size_t most) {
  std::string bytes(most, '\0');
  z_stream stream{};
  require(inflateInit(&stream) == Z_OK, "{}: zlib initialisation failed", path);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());  // at most 4 GB by the format
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(most);
  const int status = inflate(&stream, Z_SYNC_FLUSH);
  const std::size_t made = most - stream.avail_out;
  inflateEnd(&stream);
  require(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR,
          "{}: it contains a corrupt compressed array", path);
  bytes.resize(made);
  return bytes;
}

void check_compressed(const std::string& path, std::string_view packed) {
  const std::string start = unpack(path, packed, tag_bytes + bytes_of_a_beginning);
  require(start.size() > tag_bytes && word_at(start, 0) == matrix_type, "{}: it contains a corrupt compressed array",
          path);
  const std::size_t claimed = word_at(start, 4);
  require(claimed <= largest_matrix && claimed / most_packed <= packed.size(),
          "{}: a compressed array declares {} bytes, which {} cannot hold", path, claimed, packed.size());
  require_plausible_size(fmt::format("{}: a compressed array", path), packed.size(), claimed, claimed);
  const std::string_view beginning = std::string_view(start).substr(tag_bytes);
  if (is_number_class(class_of(path, Elements(path, beginning).next())))
    return check_matrix(path, beginning, claimed, 0);
  const std::string whole = unpack(path, packed, tag_bytes + claimed);
  require(whole.size() == tag_bytes + claimed, "{}: it contains a truncated compressed array", path);
  check_matrix(path, std::string_view(whole).substr(tag_bytes), claimed, 0);
}

}  // namespace

void require_sound_mat(const std::string& path) {
  const MappedFile file(path);
  const std::string_view bytes = file.text();
  const std::string_view version = bytes.size() < mat_header_bytes ? "" : bytes.substr(mat_header_bytes - 4, 4);
  if (version == std::string_view("\0\2IM", 4)) return require_sound_hdf5(path);  // 7.3, which is HDF5
  require(version == std::string_view("\0\1IM", 4),
          "{}: not a MATLAB file of version 5 or 7.3; in MATLAB, save it again with save(..., '-v7')", path);
  Elements elements(path, bytes.substr(mat_header_bytes));
  while (!elements.at_end()) {
    const MatElement element = elements.next();
    if (element.type == compressed_type) check_compressed(path, element.content);
    if (element.type == matrix_type) check_matrix(path, element.content, element.content.size(), 0);
  }
}

}  // namespace sextant::data
