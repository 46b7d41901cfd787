// WordPiece: the longest pieces first, from left to right; a word without such a split is unknown.
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/token_fields.h"
#include "sextant/data/tokenizers/token_model.h"

namespace sextant::data {
namespace {

class WordPieceModel final : public TokenModel {
 public:
  explicit WordPieceModel(TokenFields& fields)
      : prefix_(fields.text("continuing_subword_prefix", "##")),
        longest_(static_cast<std::size_t>(fields.integer("max_input_chars_per_word", 100))),
        who_(fields.who()) {
    ids_ = read_vocabulary(fields);
    unknown_ = id_of(fields.text("unk_token", "[UNK]"));
    for (const auto& [token, id] : ids_) most_bytes_ = std::max(most_bytes_, token.size());
  }

  void encode(std::string_view word, std::vector<std::int32_t>& ids) override {
    const std::size_t first = ids.size();
    std::size_t characters = 0;
    for (std::size_t at = 0; at < word.size(); ++characters) next_code_point(word, at);
    std::size_t at = 0;
    while (at < word.size() && characters <= longest_) {
      std::string candidate = at > 0 ? prefix_ : "";
      const std::size_t begin = candidate.size();
      candidate += word.substr(at, most_bytes_);
      std::optional<std::int32_t> id;
      while (candidate.size() > begin && !(id = id_of(candidate))) candidate.pop_back();
      if (!id) break;
      ids.push_back(*id);
      at += candidate.size() - begin;
    }
    if (at == word.size()) return;
    require(unknown_.has_value(), "{}: '{}' has no split, and unk_token is not in the vocabulary", who_, word);
    ids.resize(first);
    ids.push_back(*unknown_);
  }

 private:
  std::string prefix_;
  std::size_t longest_, most_bytes_ = 0;
  std::string who_;
  std::optional<std::int32_t> unknown_;
};

}  // namespace

std::unique_ptr<TokenModel> make_word_piece_model(TokenFields& fields) {
  return std::make_unique<WordPieceModel>(fields);
}

}  // namespace sextant::data
