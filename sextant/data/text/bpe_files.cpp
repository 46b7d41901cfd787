#include "sextant/data/text/bpe_files.h"

#include <utf8proc.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"
#include "sextant/core/json_text.h"
#include "sextant/data/text/byte_stream.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/string_map.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {

namespace {

enum class Class : unsigned char { letter, number, space, other };

Class class_by_category(char32_t c) {
  if (is_white_space(c)) return Class::space;
  const auto kind = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  if (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO) return Class::letter;
  if (kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO) return Class::number;
  return Class::other;
}

// ASCII by table.
const std::array<Class, 128> ascii_classes = [] {
  std::array<Class, 128> classes;
  for (char32_t c = 0; c < 128; ++c) classes[c] = class_by_category(c);
  return classes;
}();

// The class of the character at text[at]; moves `at` behind it.
Class next_class(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 128) return class_by_category(next_code_point(text, at));
  ++at;
  return ascii_classes[byte];
}

// 's 't 'm 'd 're 've 'll: their length, or 0.
std::size_t contraction(std::string_view text) {
  if (text.size() < 2 || text[0] != '\'') return 0;
  const char first = text[1];
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return 2;
  const std::string_view two = text.substr(1, 2);
  return two == "re" || two == "ve" || two == "ll" ? 3 : 0;
}

// A run of white space: all of it at the end of the text; else its last character is left to what follows.
std::size_t space_run(std::string_view text) {
  std::size_t end = 0, last = 0;
  for (std::size_t at = 0; at < text.size() && next_class(text, at) == Class::space; end = at) last = end;
  return end == text.size() || last == 0 ? end : last;
}

}  // namespace

std::size_t first_bpe_part(std::string_view text) {
  if (const std::size_t length = contraction(text)) return length;
  std::size_t end = 0;
  Class kind = next_class(text, end);
  if (text[0] == ' ' && end < text.size()) {
    std::size_t behind = end;
    kind = next_class(text, behind);
    if (kind != Class::space) end = behind;
  }
  if (kind == Class::space) return space_run(text);
  for (std::size_t at = end; at < text.size() && next_class(text, at) == kind;) end = at;
  return end;
}

// How GPT-2 writes a byte: Latin-1's printable characters stand for themselves, the others for U+0100, U+0101, ...
std::string written_byte(int byte) {
  const auto printable = [](int b) { return (b > 32 && b < 127) || (b > 160 && b != 173); };
  char32_t character = static_cast<char32_t>(byte);
  if (!printable(byte)) {
    character = 0x100;
    for (int other = 0; other < byte; ++other) character += printable(other) ? 0 : 1;
  }
  std::string text;
  append_utf8(character, text);
  return text;
}

namespace {

StringMap read_encoder(const std::string& path) {
  const nlohmann::json root = parse_json(read_unpacked(path), path);
  require(root.is_object(), "{}: expected an object mapping tokens to ids, found {}", path, root.type_name());
  StringMap ids;
  for (const auto& [symbol, id] : root.items()) {
    const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < std::numeric_limits<std::int32_t>::max();
    require(fits, "{}: the id of '{}' is {}, expected an integer >= 0", path, symbol, id.dump().substr(0, 40));
    ids.emplace(symbol, id.get<std::int32_t>());
  }
  return ids;
}

class MergeReader {
 public:
  MergeReader(const StringMap& ids, const std::string& encoder) : ids_(ids), encoder_(encoder) {}

  void read(const std::string& path, BpeFiles& files) const {
    LineStream lines(path);
    std::int32_t rank = 0;
    for (std::string_view line; lines.next(line);) {
      if (line.empty() || (lines.number() == 1 && line.starts_with("#version"))) continue;
      const auto blank = line.find(' ');
      require(blank != std::string_view::npos && line.find(' ', blank + 1) == std::string_view::npos,
              "{}: expected two tokens separated by a space, found '{}'", lines.place(), line.substr(0, 60));
      const std::string_view left = line.substr(0, blank), right = line.substr(blank + 1);
      files.merges.add(id_of(left, lines), id_of(right, lines),
                       {rank++, id_of(std::string(left).append(right), lines)});
    }
  }

 private:
  std::int32_t id_of(std::string_view symbol, const LineStream& lines) const {
    const auto found = ids_.find(symbol);
    require(found != ids_.end(), "{}: '{}' is not in {}", lines.place(), symbol, encoder_);
    return found->second;
  }

  const StringMap& ids_;
  const std::string& encoder_;
};

}  // namespace

BpeFiles read_bpe_files(const std::string& encoder, const std::string& merges) {
  const StringMap ids = read_encoder(encoder);
  BpeFiles files;
  for (const auto& [symbol, id] : ids) files.size = std::max<Index>(files.size, id + Index{1});
  for (int byte = 0; byte < 256; ++byte) {
    const auto found = ids.find(written_byte(byte));
    require(found != ids.end(), "{}: byte {} ('{}') has no id; expected the vocabulary of a byte-level BPE", encoder,
            byte, written_byte(byte));
    files.byte_ids[static_cast<std::size_t>(byte)] = found->second;
  }
  if (const auto found = ids.find("<|endoftext|>"); found != ids.end()) files.end_of_text = found->second;
  MergeReader(ids, encoder).read(merges, files);
  return files;
}

}  // namespace sextant::data
