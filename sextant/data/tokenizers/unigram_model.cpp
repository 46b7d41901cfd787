// The unigram model of SentencePiece (Kudo 2018): of all splits of a word the one whose pieces are likeliest, found
// from left to right (Viterbi). A character that no piece covers is unknown, at the least likely piece's score less
// ten.
#include <algorithm>

#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/token_fields.h"
#include "sextant/data/tokenizers/token_model.h"

namespace sextant::data {
namespace {

using nlohmann::json;

constexpr double unknown_penalty = 10;

class UnigramModel final : public TokenModel {
 public:
  explicit UnigramModel(TokenFields& fields) : byte_fallback_(fields.flag("byte_fallback", false)), who_(fields.who()) {
    const json& list = fields.field("vocab");
    require(list.is_array(), "{}: vocab is no list of pieces and scores", who_);
    for (const json& one : list) {
      const bool good = one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_number();
      require(good, "{}: vocab holds {}, expected a piece and its score", who_, one.dump().substr(0, 40));
      const auto& piece = one[0].get_ref<const std::string&>();
      ids_.insert_or_assign(piece, static_cast<std::int32_t>(scores_.size()));
      scores_.push_back(one[1].get<double>());
      most_bytes_ = std::max(most_bytes_, piece.size());
    }
    if (fields.has("unk_id")) unknown_ = static_cast<std::int32_t>(fields.integer("unk_id"));
    fields.ignore({"unk_id"});
    require(!unknown_ || *unknown_ < static_cast<Index>(scores_.size()), "{}: unk_id {} is no piece", who_,
            unknown_.value_or(0));
    require(!scores_.empty(), "{}: an empty vocabulary", who_);
    unknown_score_ = *std::ranges::min_element(scores_) - unknown_penalty;
  }

  void encode(std::string_view word, std::vector<std::int32_t>& ids) override {
    find_best(word);
    pieces_.clear();
    for (std::size_t end = word.size(); end > 0; end = best_[end].begin)
      if (best_[end].unknown && !pieces_.empty() && pieces_.back().unknown)
        pieces_.back().begin = best_[end].begin;  // unknown characters in a row are one
      else
        pieces_.push_back({best_[end].begin, end, best_[end].unknown});
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
      const std::string_view text = word.substr(piece->begin, piece->end - piece->begin);
      if (const auto id = id_of(text)) {
        ids.push_back(*id);
        continue;
      }
      if (byte_fallback_ && add_bytes(text, ids)) continue;
      ids.push_back(*unknown_);
    }
  }

 private:
  struct Best {  // the best split of what ends here
    double score = 0;
    std::size_t begin = 0;
    bool reached = false, unknown = false;
  };
  struct Piece {
    std::size_t begin, end;
    bool unknown;
  };

  void find_best(std::string_view word) {
    best_.assign(word.size() + 1, Best());
    for (std::size_t at = 0; at < word.size();) {
      std::size_t behind = at;
      next_code_point(word, behind);
      bool single = false;
      const auto offer = [&](std::size_t end, double score, bool unknown) {
        Best& target = best_[end];
        score += best_[at].score;
        if (!target.reached || score > target.score) target = {score, at, true, unknown};
      };
      for (std::size_t end = behind; end <= std::min(word.size(), at + most_bytes_);) {
        if (const auto id = id_of(word.substr(at, end - at))) {
          offer(end, scores_[static_cast<std::size_t>(*id)], unknown_ == id);
          single |= end == behind;
        }
        if (end == word.size()) break;
        next_code_point(word, end);
      }
      if (!single) {
        require(unknown_.has_value(), "{}: '{}' is in no piece, and there is no unk_id", who_,
                word.substr(at, behind - at));
        offer(behind, unknown_score_, true);
      }
      at = behind;
    }
  }

  bool byte_fallback_;
  std::string who_;
  std::vector<double> scores_;
  std::size_t most_bytes_ = 0;
  double unknown_score_ = 0;
  std::optional<std::int32_t> unknown_;
  std::vector<Best> best_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::unique_ptr<TokenModel> make_unigram_model(TokenFields& fields) { return std::make_unique<UnigramModel>(fields); }

}  // namespace sextant::data
