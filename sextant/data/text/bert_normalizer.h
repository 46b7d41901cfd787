// The normalisation of BERT uncased, and its split into words: control characters out, white space to blanks, CJK
// ideographs apart, canonical decomposition, accents (non-spacing marks) off, lower case; then punctuation apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sextant::data {

class BertNormalizer {
 public:
  struct Word {
    std::string_view text;  // valid until the next split
    std::size_t characters = 0;
  };
  /// The words of `text`, which is well-formed UTF-8.
  const std::vector<Word>& split(std::string_view text);

 private:
  void clean(std::string_view text);

  std::u32string cleaned_, decomposed_;
  std::string normalised_;
  std::vector<Word> words_;
};

}  // namespace sextant::data
