// An open-addressing hash table whose slots hold key and counts side by side: one cache miss for each token.
#include "sextant/math/geometry/position_counts.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant {
namespace {

constexpr std::uint32_t empty = 0xffffffffu;  // no token: ids are not negative
constexpr std::size_t first_capacity = 1 << 12;

/// Mixes the two halves of the key; the upper bits are the good ones (Fibonacci hashing).
std::uint64_t mixed(std::uint32_t token, std::uint32_t place) {
  const std::uint64_t key = (static_cast<std::uint64_t>(token) << 32) | place;
  return (key ^ (key >> 29)) * 0x9e3779b97f4a7c15u;
}

/// The order in which `values` ascend, equal ones as they stand in `order` (one pass of a radix sort).
std::vector<std::size_t> ordered_by(const std::vector<std::uint32_t>& values, const std::vector<std::size_t>& order) {
  const std::uint32_t largest = values.empty() ? 0 : *std::ranges::max_element(values);
  std::vector<std::size_t> next(static_cast<std::size_t>(largest) + 2, 0);
  for (const std::uint32_t value : values) ++next[value + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::size_t> result(order.size());
  for (const std::size_t entry : order) result[next[values[entry]]++] = entry;
  return result;
}

}  // namespace

std::vector<std::uint64_t> PositionCounts::totals(Index part) const {
  std::vector<std::uint64_t> result(static_cast<std::size_t>(positions), 0);
  for (std::size_t entry = 0; entry < entries(); ++entry)
    result[static_cast<std::size_t>(places[entry])] += count(entry, part);
  return result;
}

PositionCounter::PositionCounter(Index positions, Index parts)
    : positions_(positions),
      parts_(static_cast<std::size_t>(parts)),
      stride_(parts_ + 2),
      capacity_(first_capacity),
      slots_(capacity_ * stride_, empty) {}

std::size_t PositionCounter::slot_of(std::uint32_t token, std::uint32_t place) const {
  std::size_t slot = (mixed(token, place) >> 20) & (capacity_ - 1);
  while (true) {
    const std::uint32_t* words = slots_.data() + slot * stride_;
    if (words[0] == empty || (words[0] == token && words[1] == place)) return slot;
    slot = (slot + 1) & (capacity_ - 1);
  }
}

void PositionCounter::grow() {
  std::vector<std::uint32_t> old = std::move(slots_);
  const std::size_t old_capacity = capacity_;
  capacity_ *= 2;
  slots_.assign(capacity_ * stride_, empty);
  for (std::size_t slot = 0; slot < old_capacity; ++slot) {
    const std::uint32_t* words = old.data() + slot * stride_;
    if (words[0] == empty) continue;
    std::copy_n(words, stride_, slots_.data() + slot_of(words[0], words[1]) * stride_);
  }
}

void PositionCounter::add(std::span<const std::int32_t> row, std::span<const std::uint32_t> weights) {
  if (row.empty() || weights[0] == 0) return;
  ++documents_;
  while (2 * (used_ + row.size()) > capacity_) grow();
  for (std::size_t t = 0; t < row.size(); ++t)  // all rows of memory are asked for before the first is needed
    __builtin_prefetch(
        slots_.data() +
            ((mixed(static_cast<std::uint32_t>(row[t]), static_cast<std::uint32_t>(t)) >> 20) & (capacity_ - 1)) *
                stride_,
        1);
  for (std::size_t t = 0; t < row.size(); ++t) {
    const auto token = static_cast<std::uint32_t>(row[t]);
    std::uint32_t* words = slots_.data() + slot_of(token, static_cast<std::uint32_t>(t)) * stride_;
    if (words[0] == empty) {
      words[0] = token;
      words[1] = static_cast<std::uint32_t>(t);
      std::fill_n(words + 2, parts_, 0u);
      ++used_;
    }
    for (std::size_t part = 0; part < parts_; ++part) words[2 + part] += weights[part];
  }
}

PositionCounts PositionCounter::take() {
  std::vector<std::uint32_t> tokens, places;
  std::vector<std::size_t> slots, order;
  for (std::size_t slot = 0; slot < capacity_; ++slot) {
    const std::uint32_t* words = slots_.data() + slot * stride_;
    if (words[0] == empty) continue;
    order.push_back(slots.size());
    slots.push_back(slot);
    tokens.push_back(words[0]);
    places.push_back(words[1]);
  }
  order = ordered_by(tokens, ordered_by(places, order));
  PositionCounts result;
  result.positions = positions_;
  result.parts = static_cast<Index>(parts_);
  result.documents = documents_;
  for (const std::size_t entry : order) {
    if (result.tokens.empty() || result.tokens.back() != static_cast<std::int32_t>(tokens[entry])) {
      result.tokens.push_back(static_cast<std::int32_t>(tokens[entry]));
      result.starts.push_back(result.places.size());
    }
    result.places.push_back(static_cast<std::int32_t>(places[entry]));
    const std::uint32_t* words = slots_.data() + slots[entry] * stride_ + 2;
    result.counts.insert(result.counts.end(), words, words + parts_);
  }
  result.starts.push_back(result.places.size());
  *this = PositionCounter(positions_, static_cast<Index>(parts_));
  return result;
}

}  // namespace sextant
