// Tokenisers without a vocabulary file: they number what they meet.
#include <limits>

#include "sextant/core/error.h"
#include "sextant/data/text/string_map.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

class GrowingVocabulary {
 public:
  std::int32_t number_of(std::string_view text) {
    if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
    require(numbers_.size() < std::numeric_limits<std::int32_t>::max(), "tokenizer: more than 2^31 distinct tokens");
    return numbers_.emplace(text, static_cast<std::int32_t>(numbers_.size())).first->second;
  }
  Index size() const { return static_cast<Index>(numbers_.size()); }

 private:
  StringMap numbers_;
};

class Whitespace final : public Tokenizer {
 public:
  void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most) override {
    text = well_formed(text, room_);
    std::size_t word = 0;
    for (std::size_t at = 0; at < text.size() && ids.size() < most;) {
      const std::size_t begin = at;
      if (!is_white_space(next_code_point(text, at))) continue;
      if (begin > word) ids.push_back(words_.number_of(text.substr(word, begin - word)));
      word = at;
    }
    if (text.size() > word && ids.size() < most) ids.push_back(words_.number_of(text.substr(word)));
  }
  Index vocabulary() const override { return words_.size(); }

 private:
  GrowingVocabulary words_;
  std::string room_;
};

class Characters final : public Tokenizer {
 public:
  void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most) override {
    text = well_formed(text, room_);
    for (std::size_t at = 0; at < text.size() && ids.size() < most;) {
      const std::size_t begin = at;
      next_code_point(text, at);
      ids.push_back(characters_.number_of(text.substr(begin, at - begin)));
    }
  }
  Index vocabulary() const override { return characters_.size(); }

 private:
  GrowingVocabulary characters_;
  std::string room_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_whitespace_tokenizer() { return std::make_unique<Whitespace>(); }
std::unique_ptr<Tokenizer> make_character_tokenizer() { return std::make_unique<Characters>(); }

}  // namespace sextant::data
