// tokenizer.json of Hugging Face's `tokenizers`: tokens found as they stand, normalisation, the split into words, the
// model, and what stands around a document. Everything in it is followed or refused by name.
#include <algorithm>

#include "sextant/core/json_text.h"
#include "sextant/data/text/byte_stream.h"
#include "sextant/data/text/token_cache.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/added_tokens.h"
#include "sextant/data/tokenizers/post_processor.h"
#include "sextant/data/tokenizers/token_fields.h"

namespace sextant::data {
namespace {

using nlohmann::json;

class JsonTokenizer final : public Tokenizer {
 public:
  JsonTokenizer(const json& root, const std::string& who) : JsonTokenizer(TokenFields(root, who)) {}

  void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most) override {
    auto pieces = added_.split(well_formed(text, room_), normalizer_.get());
    if (splitter_) split_pieces(*splitter_, pieces);
    for (const TextPiece& piece : pieces) {
      if (ids.size() >= most) return;
      if (piece.id >= 0) {
        ids.push_back(piece.id);
        continue;
      }
      if (piece.text.empty() || cache_.add_known(piece.text, ids)) continue;
      const std::size_t first = ids.size();
      model_->encode(piece.text, ids);
      cache_.remember(piece.text, std::span(ids).subspan(first));
    }
  }
  Index vocabulary() const override { return size_; }
  SpecialTokens special() const override { return special_; }

 private:
  explicit JsonTokenizer(TokenFields fields)
      : normalizer_(make_text_normalizer(fields.field("normalizer"), fields.who())),
        splitter_(make_text_splitter(fields.field("pre_tokenizer"), fields.who())),
        model_(make_token_model(fields.field("model"), fields.who())),
        added_(fields.field("added_tokens"), model_->vocabulary(), normalizer_.get(), fields.who()) {
    const TokenFrame frame = read_token_frame(fields.field("post_processor"), fields.who());
    special_.framed = true;
    special_.before = frame.before;
    special_.behind = frame.behind;
    for (const auto& [token, id] : model_->vocabulary()) size_ = std::max(size_, id + Index{1});
    for (const auto& [token, id] : added_.ids()) size_ = std::max(size_, id + Index{1});
    for (const auto* side : {&frame.before, &frame.behind})
      for (const std::int32_t id : *side)
        require(id < size_, "{}: post_processor: no token has id {}", fields.who(), id);
    for (const char* name : {"[PAD]", "<pad>"})
      if (const auto found = added_.ids().find(name); found != added_.ids().end()) special_.padding = found->second;
    // Cutting and padding are the caller's; the decoder goes the other way.
    fields.ignore({"version", "truncation", "padding", "decoder"});
    fields.require_all_read();
  }

  std::unique_ptr<TextNormalizer> normalizer_;
  std::unique_ptr<TextSplitter> splitter_;
  std::unique_ptr<TokenModel> model_;
  AddedTokens added_;
  Index size_ = 0;
  SpecialTokens special_;
  TokenCache cache_;
  std::string room_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_json_tokenizer(const std::string& path) {
  return parse_json_tokenizer(read_unpacked(path), path);
}

std::unique_ptr<Tokenizer> parse_json_tokenizer(std::string_view text, const std::string& who) {
  return std::make_unique<JsonTokenizer>(parse_json(text, who), who);
}

}  // namespace sextant::data
