#include "sextant/data/text/bert_normalizer.h"

#include <utf8proc.h>

#include "sextant/data/text/unicode_forms.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
void BertNormalizer::clean(std::string_view text) {
  cleaned_.clear();
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (is_removed_by_bert(c)) continue;
    if (is_white_space(c))
      cleaned_ += U' ';
    else if (is_ideograph(c))
      cleaned_.append({U' ', c, U' '});
    else
      cleaned_ += c;
  }
}

const std::vector<BertNormalizer::Word>& BertNormalizer::split(std::string_view text) {
  clean(text);
  decomposed_.clear();
  decompose_canonically(cleaned_, decomposed_);
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
    if (is_accent(c)) continue;
    const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
    if (is_white_space(lower))
      open = false;
    else
      add(lower, is_bert_punctuation(lower));
  }
  return words_;
}

}  // namespace sextant::data
