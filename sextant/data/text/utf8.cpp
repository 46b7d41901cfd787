#include "sextant/data/text/utf8.h"

#include <cstdint>
#include <cstring>

namespace sextant::data {
namespace {

struct Lead {
  int following;            // bytes
  unsigned char low, high;  // the range of the first of them
  char32_t bits;            // of the lead byte itself
};

// Table 3-7 of the Unicode standard: well-formed UTF-8 byte sequences.
bool find_lead(unsigned char byte, Lead& lead) {
  if (byte < 0xc2 || byte > 0xf4) return false;
  lead = {byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3, 0x80, 0xbf, byte};
  lead.bits = byte & (lead.following == 1 ? 0x1f : lead.following == 2 ? 0x0f : 0x07);
  if (byte == 0xe0) lead.low = 0xa0;   // overlong
  if (byte == 0xed) lead.high = 0x9f;  // surrogates
  if (byte == 0xf0) lead.low = 0x90;   // overlong
  if (byte == 0xf4) lead.high = 0x8f;  // beyond U+10FFFF
  return true;
}

// The first byte at or behind `at` that is not ASCII.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, text.data() + at, 8);
    if (eight & high_bits) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80) return first;
  Lead lead;
  if (!find_lead(first, lead)) return replacement_character;
  char32_t result = lead.bits;
  for (int i = 0; i < lead.following; ++i) {
    const auto byte = at < text.size() ? static_cast<unsigned char>(text[at]) : '\0';
    if (byte < lead.low || byte > lead.high) return replacement_character;
    result = result << 6 | (byte & 0x3f);
    lead.low = 0x80;
    lead.high = 0xbf;
    ++at;
  }
  return result;
}

void append_utf8(char32_t c, std::string& text) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) return add(c);
  if (c < 0x800) {
    add(0xc0 | c >> 6);
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3f));
  } else {
    add(0xf0 | c >> 18);
    add(0x80 | (c >> 12 & 0x3f));
    add(0x80 | (c >> 6 & 0x3f));
  }
  add(0x80 | (c & 0x3f));
}

std::string_view well_formed(std::string_view text, std::string& room) {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  std::size_t copied = 0;  // bytes of `text` that are in `room` already
  room.clear();
  for (std::size_t at = skip_ascii(text, 0); at < text.size(); at = skip_ascii(text, at)) {
    const std::size_t begin = at;
    if (next_code_point(text, at) != replacement_character) continue;
    if (text.substr(begin, replacement.size()) == replacement) continue;
    room.append(text, copied, begin - copied).append(replacement);
    copied = at;
  }
  if (copied == 0) return text;
  room.append(text, copied);
  return room;
}

}  // namespace sextant::data
