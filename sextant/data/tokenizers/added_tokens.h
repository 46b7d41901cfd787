// Tokens that are found in a text as they stand, before or behind its normalisation, and never split: `added_tokens`.
#pragma once

#include <map>

#include "sextant/data/tokenizers/text_normalizer.h"
#include "sextant/data/tokenizers/text_splitter.h"
#include "sextant/data/tokenizers/token_model.h"

namespace sextant::data {

class AddedTokens {
 public:
  AddedTokens(const nlohmann::json& list, const StringMap& vocabulary, const TextNormalizer* normalizer,
              const std::string& who);

  /// One text to pieces: tokens, and what is between them, normalised.
  std::vector<TextPiece> split(std::string_view text, const TextNormalizer* normalizer) const;
  /// By their contents; of the added ones alone.
  const std::map<std::string, std::int32_t, std::less<>>& ids() const { return ids_; }

 private:
  struct Token {
    std::int32_t id = 0;
    bool single_word = false, strip_left = false, strip_right = false;
  };
  /// By what is looked for; the longest of those that begin at one place is taken.
  using Wanted = std::map<std::string, Token, std::less<>>;
  static void find(std::string_view text, bool first, const Wanted& wanted, std::vector<TextPiece>& pieces);

  std::map<std::string, std::int32_t, std::less<>> ids_;
  Wanted raw_, normalised_;
};

}  // namespace sextant::data
