// Byte-pair encoding (Sennrich et al. 2016): of characters, or of the printable characters that bytes were written as.
// What is not in the vocabulary becomes its bytes (`byte_fallback`), the unknown token, or nothing.
#include "sextant/data/text/pair_merges.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/token_fields.h"
#include "sextant/data/tokenizers/token_model.h"

namespace sextant::data {
namespace {

using nlohmann::json;

class PairModel final : public TokenModel {
 public:
  explicit PairModel(TokenFields& fields)
      : prefix_(fields.text("continuing_subword_prefix", "")),
        suffix_(fields.text("end_of_word_suffix", "")),
        byte_fallback_(fields.flag("byte_fallback", false)),
        fuse_unknown_(fields.flag("fuse_unk", false)),
        ignore_merges_(fields.flag("ignore_merges", false)),
        who_(fields.who()) {
    const json& dropout = fields.field("dropout");
    require(dropout.is_null() || dropout == 0, "{}: dropout {} would make ids random", who_, dropout.dump());
    ids_ = read_vocabulary(fields);
    if (fields.has("unk_token")) {
      const std::string unknown = fields.text("unk_token");
      unknown_ = id_of(unknown);
      require(unknown_.has_value(), "{}: unk_token '{}' is not in the vocabulary", who_, unknown);
    }
    fields.ignore({"unk_token"});
    read_merges(fields.field("merges"));
  }

  void encode(std::string_view word, std::vector<std::int32_t>& ids) override {
    if (ignore_merges_)
      if (const auto whole = id_of(word)) return ids.push_back(*whole);
    symbols_.clear();
    std::optional<std::int32_t> pending;  // an unknown token that the next one may join
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t begin = at;
      next_code_point(word, at);
      std::string symbol(word.substr(begin, at - begin));
      if (begin > 0) symbol.insert(0, prefix_);
      if (at == word.size()) symbol += suffix_;
      if (const auto id = id_of(symbol)) {
        if (pending) symbols_.push_back(*pending);
        pending.reset();
        symbols_.push_back(*id);
      } else if (!(byte_fallback_ && add_bytes(symbol, symbols_)) && unknown_) {
        if (pending && !fuse_unknown_) symbols_.push_back(*pending);
        pending = unknown_;
      }
    }
    if (pending) symbols_.push_back(*pending);
    merger_.join(merges_, symbols_, ids);
  }

 private:
  void read_merges(const json& list) {
    require(list.is_array(), "{}: merges is no list", who_);
    std::int32_t rank = 0;
    for (const json& one : list) {
      std::string left, right;
      if (one.is_string()) {
        const auto& text = one.get_ref<const std::string&>();
        const auto blank = text.find(' ');
        require(blank != std::string::npos && text.find(' ', blank + 1) == std::string::npos,
                "{}: the merge '{}' is not two tokens separated by a space", who_, text.substr(0, 60));
        left = text.substr(0, blank);
        right = text.substr(blank + 1);
      } else {
        require(one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string(),
                "{}: a merge is neither a text nor a pair of texts", who_);
        left = one[0].get<std::string>();
        right = one[1].get<std::string>();
      }
      const bool continues = right.size() >= prefix_.size();
      const auto joined = id_of(left + (continues ? right.substr(prefix_.size()) : right));
      const auto first = id_of(left), second = id_of(right);
      require(first && second && joined && continues, "{}: the merge of '{}' and '{}' is not in the vocabulary", who_,
              left, right);
      merges_.add(*first, *second, {rank++, *joined}, true);
    }
  }

  std::string prefix_, suffix_;
  bool byte_fallback_, fuse_unknown_, ignore_merges_;
  std::string who_;
  std::optional<std::int32_t> unknown_;
  PairMerges merges_;
  PairMerger merger_;
  std::vector<std::int32_t> symbols_;
};

}  // namespace

std::unique_ptr<TokenModel> make_pair_model(TokenFields& fields) { return std::make_unique<PairModel>(fields); }

}  // namespace sextant::data
