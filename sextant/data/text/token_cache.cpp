#include "sextant/data/text/token_cache.h"

#include <functional>

namespace sextant::data {
namespace {

constexpr std::size_t first_slots = 1 << 10, most_slots = 1 << 18;  // powers of two; 6 MB in the end
constexpr std::size_t most_texts = most_slots / 2;
constexpr std::size_t longest_text = 64, most_ids = 64;

std::uint64_t hash_of(std::string_view text) { return std::hash<std::string_view>()(text) | 1; }

}  // namespace

TokenCache::TokenCache() : slots_(first_slots) {}

// The slot of `text`, or the empty one where it would go.
std::size_t TokenCache::find(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = (hash >> 1) & mask;; place = (place + 1) & mask) {
    const Slot& slot = slots_[place];
    if (slot.hash == 0) return place;
    if (slot.hash == hash && text == std::string_view(texts_).substr(slot.text, slot.length)) return place;
  }
}

void TokenCache::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.hash != 0) slots_[find(std::string_view(texts_).substr(slot.text, slot.length), slot.hash)] = slot;
}

bool TokenCache::add_known(std::string_view text, std::vector<std::int32_t>& ids) const {
  if (text.size() > longest_text) return false;
  const Slot& slot = slots_[find(text, hash_of(text))];
  if (slot.hash == 0) return false;
  const auto first = ids_.begin() + slot.first;
  ids.insert(ids.end(), first, first + slot.count);
  return true;
}

void TokenCache::remember(std::string_view text, std::span<const std::int32_t> ids) {
  if (text.size() > longest_text || ids.size() > most_ids || used_ == most_texts) return;
  if (2 * used_ == slots_.size()) grow();
  const std::uint64_t hash = hash_of(text);
  Slot& slot = slots_[find(text, hash)];
  if (slot.hash != 0) return;
  slot = {hash, static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(ids_.size()),
          static_cast<std::uint16_t>(text.size()), static_cast<std::uint16_t>(ids.size())};
  texts_ += text;
  ids_.insert(ids_.end(), ids.begin(), ids.end());
  ++used_;
}

}  // namespace sextant::data
