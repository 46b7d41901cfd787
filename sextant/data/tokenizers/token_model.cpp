#include "sextant/data/tokenizers/token_model.h"

#include <limits>

#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

/// A word is a token, or it is unknown.
class WordModel final : public TokenModel {
 public:
  explicit WordModel(TokenFields& fields) {
    ids_ = read_vocabulary(fields);
    unknown_ = id_of(fields.text("unk_token"));
    who_ = fields.who();
  }
  void encode(std::string_view word, std::vector<std::int32_t>& ids) override {
    const auto id = id_of(word);
    require(id || unknown_, "{}: '{}' is no token, and unk_token is none either", who_, word);
    ids.push_back(id.value_or(unknown_.value_or(0)));
  }

 private:
  std::optional<std::int32_t> unknown_;
  std::string who_;
};

std::unique_ptr<TokenModel> model_of_type(TokenFields& fields) {
  std::string type = fields.type();
  if (type.empty()) type = fields.has("merges") ? "BPE" : "";  // of older files
  if (type == "BPE") return make_pair_model(fields);
  if (type == "Unigram") return make_unigram_model(fields);
  if (type == "WordPiece") return make_word_piece_model(fields);
  if (type == "WordLevel") return std::make_unique<WordModel>(fields);
  fields.refuse_type();
}

}  // namespace

bool TokenModel::add_bytes(std::string_view text, std::vector<std::int32_t>& ids) const {
  const std::size_t first = ids.size();
  for (const char byte : text) {
    const auto id = id_of(fmt::format("<0x{:02X}>", static_cast<unsigned char>(byte)));
    if (!id) {
      ids.resize(first);
      return false;
    }
    ids.push_back(*id);
  }
  return true;
}

StringMap read_vocabulary(TokenFields& fields) {
  const nlohmann::json& given = fields.field("vocab");
  require(given.is_object(), "{}: vocab is no object of tokens and ids", fields.who());
  StringMap ids;
  for (const auto& [token, id] : given.items()) {
    const bool fits = id.is_number_unsigned() && id.get<std::uint64_t>() < std::numeric_limits<std::int32_t>::max();
    require(fits, "{}: the id of '{}' is {}, expected an integer >= 0", fields.who(), token, id.dump().substr(0, 40));
    ids.emplace(token, id.get<std::int32_t>());
  }
  return ids;
}

std::unique_ptr<TokenModel> make_token_model(const nlohmann::json& description, const std::string& who) {
  TokenFields fields(description, who + ": model");
  auto made = model_of_type(fields);
  fields.require_all_read();
  return made;
}

}  // namespace sextant::data
