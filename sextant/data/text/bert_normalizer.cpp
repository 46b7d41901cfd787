// The characters that are taken out, for accents and for punctuation are those of the tables that Hugging Face's
// tokenisers use (Unicode 8.0), so that ids agree whatever the version of utf8proc.
#include "sextant/data/text/bert_normalizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

struct Range {
  char32_t first, last;
};
#include "sextant/data/text/bert_categories.inc"

template <std::size_t count>
bool is_in(const Range (&ranges)[count], char32_t c) {
  const Range* found = std::ranges::lower_bound(ranges, c, {}, &Range::last);
  return found != std::end(ranges) && found->first <= c;
}

bool is_ideograph(char32_t c) {
  return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x20000 && c <= 0x2a6df) ||
         (c >= 0x2a700 && c <= 0x2b73f) || (c >= 0x2b740 && c <= 0x2b81f) || (c >= 0x2b920 && c <= 0x2ceaf) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0x2f800 && c <= 0x2fa1f);
}

int combining_class(char32_t c) { return utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->combining_class; }

}  // namespace

void BertNormalizer::clean(std::string_view text) {
  cleaned_.clear();
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_in(removed, c)) continue;
    if (is_white_space(c))
      cleaned_ += U' ';
    else if (is_ideograph(c))
      cleaned_.append({U' ', c, U' '});
    else
      cleaned_ += c;
  }
}

// NFD: each character's full decomposition, marks sorted by their combining class.
void BertNormalizer::decompose() {
  decomposed_.clear();
  std::array<utf8proc_int32_t, 32> parts;
  for (const char32_t c : cleaned_) {
    if (c < 0x80) {
      decomposed_ += c;
      continue;
    }
    int boundary = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
                                               UTF8PROC_DECOMPOSE, &boundary);
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
      const int own = combining_class(part);
      std::size_t place = decomposed_.size();
      while (own > 0 && place > 0 && combining_class(decomposed_[place - 1]) > own) --place;
      decomposed_.insert(place, 1, part);
    }
  }
}

const std::vector<BertNormalizer::Word>& BertNormalizer::split(std::string_view text) {
  clean(text);
  decompose();
  normalised_.clear();
  normalised_.reserve(4 * decomposed_.size());  // so that views into it stay
  words_.clear();
  bool open = false;  // the last word may go on
  const auto add = [&](char32_t c, bool apart) {
    const std::size_t begin = normalised_.size();
    append_utf8(c, normalised_);
    if (!open || apart) words_.push_back({std::string_view(normalised_).substr(begin, 0), 0});
    Word& word = words_.back();
    word.text = {word.text.data(), word.text.size() + normalised_.size() - begin};
    ++word.characters;
    open = !apart;
  };
  for (const char32_t c : decomposed_) {
    if (is_in(accents, c)) continue;
    const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
    if (is_white_space(lower))
      open = false;
    else
      add(lower, is_in(punctuation, lower));
  }
  return words_;
}

}  // namespace sextant::data
