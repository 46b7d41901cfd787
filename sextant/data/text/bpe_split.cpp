#include "sextant/data/text/bpe_split.h"

#include <utf8proc.h>

#include <array>

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

}  // namespace sextant::data
