// Byte-level byte-pair encoding: a part of the text begins as its bytes; the neighbours that stand earliest in the list
// of merges become one symbol, again and again.
#include <queue>

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
  /// A list of symbols; a symbol that was merged into its left neighbour has id -1.
  struct Symbol {
    std::int32_t id;
    std::int32_t before, after;  // places, -1 = none
  };
  struct Candidate {
    std::int32_t rank, place, left, right;  // left, right: the ids at the time
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : place > other.place;  // the queue gives the largest
    }
  };

  void consider(std::int32_t place) {
    if (place < 0) return;
    const Symbol& symbol = symbols_[static_cast<std::size_t>(place)];
    if (symbol.after < 0) return;
    const std::int32_t right = symbols_[static_cast<std::size_t>(symbol.after)].id;
    if (const auto* merge = files_.find(symbol.id, right)) queue_.push({merge->rank, place, symbol.id, right});
  }

  void merge(std::string_view part, std::vector<std::int32_t>& ids) {
    symbols_.clear();
    const auto count = static_cast<std::int32_t>(part.size());
    for (std::int32_t i = 0; i < count; ++i)
      symbols_.push_back({files_.byte_ids[static_cast<unsigned char>(part[static_cast<std::size_t>(i)])], i - 1,
                          i + 1 < count ? i + 1 : -1});
    for (std::int32_t i = 0; i < count; ++i) consider(i);
    while (!queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      Symbol& left = symbols_[static_cast<std::size_t>(best.place)];
      if (left.id != best.left || left.after < 0) continue;  // merged meanwhile
      Symbol& right = symbols_[static_cast<std::size_t>(left.after)];
      if (right.id != best.right) continue;
      left.id = files_.find(best.left, best.right)->id;
      right.id = -1;
      left.after = right.after;
      if (left.after >= 0) symbols_[static_cast<std::size_t>(left.after)].before = best.place;
      consider(left.before);
      consider(best.place);
    }
    for (const Symbol& symbol : symbols_)
      if (symbol.id >= 0) ids.push_back(symbol.id);
  }

  BpeFiles files_;
  TokenCache cache_;
  std::string room_;
  std::vector<Symbol> symbols_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_bpe_tokenizer(const std::string& encoder, const std::string& merges) {
  return std::make_unique<BytePairs>(encoder, merges);
}

}  // namespace sextant::data
