#include "sextant/core/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "sextant/core/error.h"

namespace sextant::core {

namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: not UTF-8
};

/// Well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing beyond U+10FFFF.
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  char32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < least[length] || surrogate || code > 0x10ffff ? Character{} : Character{code, length};
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

/// Marks, embeddings, overrides and isolates of writing from right to left; line and paragraph separators.
bool changes_direction(char32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escape(std::string_view text, bool one_line) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = decode(text);
    const std::size_t taken = std::max<std::size_t>(bytes, 1);
    if (bytes == 0)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    else if (code == '\n' || code == '\t')
      result += !one_line ? std::string(text.substr(0, 1)) : code == '\n' ? "\\n" : "\\t";
    else if (is_control(code))
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    else if (changes_direction(code))
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else
      result += text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return result;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return letter >= ' ' && letter < 0x7f; });
}

}  // namespace

std::string printable(std::string_view text) { return is_plain(text) ? std::string(text) : escape(text, false); }

std::string printable_line(std::string_view text) { return is_plain(text) ? std::string(text) : escape(text, true); }

Error::Error(const std::string& text) : std::runtime_error(printable(text)) {}

const char* reason_of(const std::exception& error) noexcept {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return "not enough memory; use a smaller model, batch or corpus, fewer jobs (-j) or threads, or raise the limit "
           "(ulimit -v)";
  return error.what();
}

}  // namespace sextant::core
