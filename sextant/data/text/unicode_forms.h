// Normal forms of Unicode, lower case and the classes that BERT's normalisation asks for.
#pragma once

#include <string>
#include <string_view>

namespace sextant::data {

/// Appends the canonical decomposition of every character, marks sorted by their combining class.
void decompose_canonically(std::u32string_view text, std::u32string& decomposed);

enum class NormalForm { nfc, nfd, nfkc, nfkd };
/// Of well-formed UTF-8.
std::string normal_form(NormalForm form, std::string_view text);

/// Appends the lower case of one character, which is two for the dotted capital I.
void append_lower(char32_t c, std::string& text);

/// Any kind of combining mark.
bool is_mark(char32_t c);

// By the tables that Hugging Face's tokenisers use (Unicode 8.0).
bool is_removed_by_bert(char32_t c);  // controls, and what has no character
bool is_accent(char32_t c);           // non-spacing marks
bool is_bert_punctuation(char32_t c);
bool is_ideograph(char32_t c);

}  // namespace sextant::data
