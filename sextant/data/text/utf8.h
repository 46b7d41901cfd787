// UTF-8 and the few classes of characters that tokenisers ask for. Categories and decompositions are utf8proc's.
#pragma once

#include <string>
#include <string_view>

namespace sextant::data {

inline constexpr char32_t replacement_character = 0xfffd;

/// The code point at text[at]; moves `at` behind it. What is not well-formed gives one U+FFFD for each maximal subpart
/// (Unicode 15, section 3.9), as Python's errors="replace" does.
char32_t next_code_point(std::string_view text, std::size_t& at);

void append_utf8(char32_t code_point, std::string& text);

/// `text` itself where it is well-formed, else a repaired copy in `room`.
std::string_view well_formed(std::string_view text, std::string& room);

/// The property White_Space, of which there have been the same 25 since Unicode 6.3.
constexpr bool is_white_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0d);
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

}  // namespace sextant::data
