// The map of characters that a SentencePiece model carries (Kudo and Richardson 2018): a double array (Aoe 1989, in the
// layout of darts-clone) from bytes to places in a block of texts that end with a zero byte.
#include <utf8proc.h>

#include <cstring>
#include <optional>

#include "sextant/core/error.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/text_normalizer.h"

namespace sextant::data {
namespace {

std::string decode_base64(const std::string& text, const std::string& who) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    require(value >= 0, "{}: precompiled_charsmap is no base64", who);
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

class Precompiled final : public TextNormalizer {
 public:
  Precompiled(const std::string& base64, const std::string& who) {
    const std::string bytes = decode_base64(base64, who);
    std::uint32_t size = 0;
    require(bytes.size() >= sizeof size, "{}: precompiled_charsmap is too short", who);
    std::memcpy(&size, bytes.data(), sizeof size);
    require(size <= bytes.size() - sizeof size && size % sizeof(std::uint32_t) == 0,
            "{}: precompiled_charsmap is shorter than it says", who);
    units_.resize(size / sizeof(std::uint32_t));
    if (size > 0) std::memcpy(units_.data(), bytes.data() + sizeof size, size);
    texts_ = bytes.substr(sizeof size + size);
  }

  void apply(std::string& text) const override {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view cluster = rest.substr(0, cluster_size(rest));
      rest.remove_prefix(cluster.size());
      if (const auto found = cluster.size() < 6 ? find(cluster) : std::nullopt) {
        result += *found;
        continue;
      }
      for (std::size_t at = 0; at < cluster.size();) {
        const std::size_t begin = at;
        next_code_point(cluster, at);
        const std::string_view one = cluster.substr(begin, at - begin);
        result += find(one).value_or(one);
      }
    }
    text = std::move(result);
  }

 private:
  static std::size_t cluster_size(std::string_view text) {
    std::size_t end = 0;
    auto before = static_cast<utf8proc_int32_t>(next_code_point(text, end));
    for (utf8proc_int32_t state = 0; end < text.size();) {
      std::size_t behind = end;
      const auto c = static_cast<utf8proc_int32_t>(next_code_point(text, behind));
      if (utf8proc_grapheme_break_stateful(before, c, &state)) break;
      before = c;
      end = behind;
    }
    return end;
  }

  /// Of the shortest beginning of `key` that is in the map.
  std::optional<std::string_view> find(std::string_view key) const {
    const auto offset = [](std::uint32_t unit) { return (unit >> 10) << ((unit & (1u << 9)) >> 6); };
    if (units_.empty()) return std::nullopt;
    std::size_t place = offset(units_[0]);
    for (const char byte : key) {
      const auto c = static_cast<unsigned char>(byte);
      if (c == 0) return std::nullopt;
      place ^= c;
      if (place >= units_.size()) return std::nullopt;
      const std::uint32_t unit = units_[place];
      if ((unit & ((1u << 31) | 0xff)) != c) return std::nullopt;
      place ^= offset(unit);
      if ((unit >> 8 & 1) == 0) continue;
      if (place >= units_.size()) return std::nullopt;
      const std::size_t begin = units_[place] & ((1u << 31) - 1);
      if (begin >= texts_.size()) return std::nullopt;
      return std::string_view(texts_).substr(begin, std::min(texts_.find('\0', begin), texts_.size()) - begin);
    }
    return std::nullopt;
  }

  std::vector<std::uint32_t> units_;
  std::string texts_;
};

}  // namespace

std::unique_ptr<TextNormalizer> make_precompiled_normalizer(const std::string& base64, const std::string& who) {
  return std::make_unique<Precompiled>(base64, who);
}

}  // namespace sextant::data
