// From text to token ids. A tokeniser keeps what it has learned of frequent words, so it is fast and not to be shared
// between threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sextant/data/text/document_source.h"

namespace sextant::data {

class Tokenizer {
 public:
  static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
  virtual ~Tokenizer() = default;
  /// Adds the ids of `text`; may stop as soon as there are `most` in `ids`. What is not well-formed UTF-8 is read as
  /// U+FFFD; special tokens are never found in text, but those of a tokenizer.json are.
  virtual void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most = no_limit) = 0;
  /// Every id is below this.
  virtual Index vocabulary() const = 0;
  virtual SpecialTokens special() const { return {}; }
};

/// What stands between white space (the Unicode property). Ids count words in the order of their first appearance.
std::unique_ptr<Tokenizer> make_whitespace_tokenizer();

/// Every code point, white space too. Ids count them in the order of their first appearance.
std::unique_ptr<Tokenizer> make_character_tokenizer();

/// WordPiece as in BERT uncased: control characters out, CJK apart, accents off, lower case, punctuation apart, then
/// the longest pieces first; [UNK] for words without a split or of more than 100 characters (Devlin et al. 2019).
/// `vocabulary` is a vocab.txt: one piece per line, the line number is the id.
std::unique_ptr<Tokenizer> make_wordpiece_tokenizer(const std::string& vocabulary);

/// Byte-level BPE as in GPT-2 (Radford et al. 2019; Sennrich et al. 2016). `encoder` is encoder.json (or vocab.json),
/// `merges` is vocab.bpe (or merges.txt).
std::unique_ptr<Tokenizer> make_bpe_tokenizer(const std::string& encoder, const std::string& merges);

/// tokenizer.json of Hugging Face: BPE, Unigram, WordPiece and WordLevel with their normalisers and splits. Added
/// tokens are found in text, as there. What is not known in it is refused by name.
std::unique_ptr<Tokenizer> make_json_tokenizer(const std::string& path);
std::unique_ptr<Tokenizer> parse_json_tokenizer(std::string_view text, const std::string& who);

}  // namespace sextant::data
