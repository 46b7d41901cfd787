#include "sextant/data/text/pair_merges.h"

namespace sextant::data {

void PairMerger::consider(const PairMerges& merges, std::int32_t place) {
  if (place < 0) return;
  const Symbol& symbol = symbols_[static_cast<std::size_t>(place)];
  if (symbol.after < 0) return;
  const std::int32_t right = symbols_[static_cast<std::size_t>(symbol.after)].id;
  if (const auto* merge = merges.find(symbol.id, right)) queue_.push({merge->rank, place, symbol.id, right});
}

void PairMerger::join(const PairMerges& merges, std::span<const std::int32_t> symbols, std::vector<std::int32_t>& ids) {
  symbols_.clear();
  const auto count = static_cast<std::int32_t>(symbols.size());
  for (std::int32_t i = 0; i < count; ++i)
    symbols_.push_back({symbols[static_cast<std::size_t>(i)], i - 1, i + 1 < count ? i + 1 : -1});
  for (std::int32_t i = 0; i < count; ++i) consider(merges, i);
  while (!queue_.empty()) {
    const Candidate best = queue_.top();
    queue_.pop();
    Symbol& left = symbols_[static_cast<std::size_t>(best.place)];
    if (left.id != best.left || left.after < 0) continue;  // merged meanwhile
    Symbol& right = symbols_[static_cast<std::size_t>(left.after)];
    if (right.id != best.right) continue;
    left.id = merges.find(best.left, best.right)->id;
    right.id = -1;
    left.after = right.after;
    if (left.after >= 0) symbols_[static_cast<std::size_t>(left.after)].before = best.place;
    consider(merges, left.before);
    consider(merges, best.place);
  }
  for (const Symbol& symbol : symbols_)
    if (symbol.id >= 0) ids.push_back(symbol.id);
}

}  // namespace sextant::data
