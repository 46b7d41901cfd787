// Byte-level byte-pair encoding: a part of the text begins as its bytes, which are joined by the merges.
#include "sextant/core/error.h"
#include "sextant/data/text/bpe_files.h"
#include "sextant/data/text/token_cache.h"
#include "sextant/data/text/tokenizer.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

class BytePairs final : public Tokenizer {
 public:
  BytePairs(const std::string& encoder, const std::string& merges) : files_(read_bpe_files(encoder, merges)) {}

  void encode(std::string_view text, std::vector<std::int32_t>& ids, std::size_t most) override {
    text = well_formed(text, room_);
    while (!text.empty() && ids.size() < most) {
      const std::string_view part = text.substr(0, first_bpe_part(text));
      text.remove_prefix(part.size());
      if (cache_.add_known(part, ids)) continue;
      const std::size_t first = ids.size();
      merge(part, ids);
      cache_.remember(part, std::span(ids).subspan(first));
    }
  }
  Index vocabulary() const override { return files_.size; }
  SpecialTokens special() const override { return {.begin = {}, .end = files_.end_of_text, .padding = {}}; }

 private:
  void merge(std::string_view part, std::vector<std::int32_t>& ids) {
    symbols_.clear();
    for (const char byte : part) symbols_.push_back(files_.byte_ids[static_cast<unsigned char>(byte)]);
    merger_.join(files_.merges, symbols_, ids);
  }

  BpeFiles files_;
  TokenCache cache_;
  std::string room_;
  std::vector<std::int32_t> symbols_;
  PairMerger merger_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_bpe_tokenizer(const std::string& encoder, const std::string& merges) {
  return std::make_unique<BytePairs>(encoder, merges);
}

}  // namespace sextant::data
