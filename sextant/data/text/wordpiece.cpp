// WordPiece (Schuster & Nakajima 2012; Devlin et al. 2019): a word is split into the longest pieces of the vocabulary
// from left to right; pieces inside a word stand in the vocabulary with ## before them.
#include "sextant/core/error.h"
#include "sextant/data/text/bert_normalizer.h"
#include "sextant/data/text/line_stream.h"
#include "sextant/data/text/string_map.h"
#include "sextant/data/text/token_cache.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

constexpr std::size_t most_characters = 100;  // of a word; longer ones are unknown

class WordPiece final : public Tokenizer {
 public:
  explicit WordPiece(const std::string& path) {
    LineStream lines(path);
    for (std::string_view piece; lines.next(piece); ++size_) {
      while (!piece.empty() && (piece.back() == ' ' || piece.back() == '\t')) piece.remove_suffix(1);
      const auto id = static_cast<std::int32_t>(size_);
      if (piece.starts_with("##") && piece.size() > 2) inside_.insert_or_assign(std::string(piece.substr(2)), id);
      starts_.insert_or_assign(std::string(piece), id);
      longest_ = std::max(longest_, piece.size());
    }
    require(size_ > 0, "{}: empty vocabulary; expected one token per line", path);
    const auto unknown = starts_.find("[UNK]");
    require(unknown != starts_.end(), "{}: no [UNK] token; expected BERT's vocab.txt", path);
    unknown_ = unknown->second;
  }

  void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most) override {
    text = well_formed(text, room_);
    for (std::size_t at = 0; at < text.size() && ids.size() < most;) {
      const std::size_t begin = at;
      while (at < text.size() && !is_blank(text[at])) ++at;
      if (at > begin) encode_chunk(text.substr(begin, at - begin), ids);
      ++at;
    }
  }
  Index vocabulary() const override { return size_; }
  SpecialTokens special() const override {
    return {.begin = id_of("[CLS]"), .end = id_of("[SEP]"), .padding = id_of("[PAD]")};
  }

 private:
  // Nothing in the normalisation reaches across these.
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  std::optional<std::int32_t> id_of(std::string_view piece) const {
    const auto found = starts_.find(piece);
    return found == starts_.end() ? std::nullopt : std::optional(found->second);
  }

  void encode_chunk(std::string_view chunk, std::vector<std::int32_t>& ids) {
    if (cache_.add_known(chunk, ids)) return;
    const std::size_t first = ids.size();
    for (const auto& word : normalizer_.split(chunk)) encode_word(word, ids);
    cache_.remember(chunk, std::span(ids).subspan(first));
  }

  void encode_word(const BertNormalizer::Word& word, std::vector<std::int32_t>& ids) const {
    const std::size_t first = ids.size();
    std::string_view rest = word.text;
    while (!rest.empty() && word.characters <= most_characters) {
      const StringMap& pieces = rest.size() == word.text.size() ? starts_ : inside_;
      std::size_t length = std::min(rest.size(), longest_);
      auto found = pieces.end();
      for (; length > 0 && (found = pieces.find(rest.substr(0, length))) == pieces.end();) --length;
      if (length == 0) break;
      ids.push_back(found->second);
      rest.remove_prefix(length);
    }
    if (rest.empty()) return;
    ids.resize(first);
    ids.push_back(unknown_);
  }

  StringMap starts_, inside_;  // the latter without ##
  Index size_ = 0;
  std::size_t longest_ = 0;  // bytes of a piece
  std::int32_t unknown_ = 0;
  BertNormalizer normalizer_;
  TokenCache cache_;
  std::string room_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_wordpiece_tokenizer(const std::string& vocabulary) {
  return std::make_unique<WordPiece>(vocabulary);
}

}  // namespace sextant::data
