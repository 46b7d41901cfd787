// The characters that are taken out, for accents and for punctuation are those of the tables that Hugging Face's
// tokenisers use (Unicode 8.0), so that ids agree whatever the version of utf8proc.
#include "sextant/data/text/unicode_forms.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "sextant/core/error.h"
#include "sextant/core/namespaces.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

struct Range {
  char32_t first, last;
};
#include "sextant/data/text/bert_categories.inc"
#include "sextant/data/text/younger_characters.inc"

template <std::size_t count>
bool is_in(const Range (&ranges)[count], char32_t c) {
  const Range* found = std::ranges::lower_bound(ranges, c, {}, &Range::last);
  return found != std::end(ranges) && found->first <= c;
}

int combining_class(char32_t c) { return utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class; }

}  // namespace

bool is_removed_by_bert(char32_t c) { return is_in(removed, c); }
bool is_accent(char32_t c) { return is_in(accents, c); }
bool is_bert_punctuation(char32_t c) { return is_in(punctuation, c); }

bool is_ideograph(char32_t c) {
  return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x20000 && c <= 0x2a6df) ||
         (c >= 0x2a700 && c <= 0x2b73f) || (c >= 0x2b740 && c <= 0x2b81f) || (c >= 0x2b920 && c <= 0x2ceaf) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0x2f800 && c <= 0x2fa1f);
}

bool is_mark(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME) &&
         !is_in(younger_marks, c);
}

// NFD: each character's full decomposition, marks sorted by their combining class.
void decompose_canonically(std::u32string_view text, std::u32string& decomposed) {
  std::array<utf8proc_int32_t, 32> parts;
  for (const char32_t c : text) {
    if (c < 0x80) {
      decomposed += c;
      continue;
    }
    int boundary = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                                               UTF8PROC_DECOMPOSE, &boundary);
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
      const int own = combining_class(part);
      std::size_t place = decomposed.size();
      while (own > 0 && place > 0 && combining_class(decomposed[place - 1]) > own) --place;
      decomposed.insert(place, 1, part);
    }
  }
}

namespace {

std::string normal_form_of_part(NormalForm form, std::string_view text) {
  const bool composed = form == NormalForm::nfc || form == NormalForm::nfkc;
  const bool compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
  const auto options = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | (composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) | (compatible ? UTF8PROC_COMPAT : 0));
  utf8proc_uint8_t* result = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &result, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  require(size >= 0, "Unicode normal form: {}", utf8proc_errmsg(size));
  return {reinterpret_cast<const char*>(result), static_cast<std::size_t>(size)};
}

}  // namespace

// Characters that are younger than the reference's tables stand as they are, and nothing moves across them.
std::string normal_form(NormalForm form, std::string_view text) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (const auto byte = static_cast<unsigned char>(text[at]); byte < 0x80) {
      ++at;
      continue;
    }
    if (!is_in(younger, next_code_point(text, at))) continue;
    result += normal_form_of_part(form, text.substr(done, begin - done));
    result += text.substr(begin, at - begin);
    done = at;
  }
  return result + normal_form_of_part(form, text.substr(done));
}

void append_lower(char32_t c, std::string& text) {
  if (c == 0x130) {
    text += "i\xcc\x87";
    return;
  }
  append_utf8(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))), text);
}

}  // namespace sextant::data
