// An open-addressing hash table whose slots hold key and counts side by side: one cache miss for each token.
#include "sextant/stress/position_counter.h"

#include <algorithm>
#include <numeric>

namespace sextant::stress {
namespace {

constexpr std::uint32_t empty = 0xffffffffu;  // no token: ids are not negative
constexpr std::size_t first_capacity = 1 << 12;
constexpr std::size_t last_capacity = std::size_t{1} << 32;  // so that 32 bits number its slots

/// Mixes the two halves of the key; the upper bits are the good ones (Fibonacci hashing).
std::uint64_t mixed(std::uint32_t token, std::uint32_t place) {
  const std::uint64_t key = (static_cast<std::uint64_t>(token) << 32) | place;
  return (key ^ (key >> 29)) * 0x9e3779b97f4a7c15u;
}

/// The order in which 16 bits of a word of the rows ascend, equal ones as in `order`: one pass of a radix sort.
std::vector<std::uint32_t> ordered_by(const std::uint32_t* word, std::size_t stride, unsigned shift,
                                      const std::vector<std::uint32_t>& order) {
  const auto digit = [=](std::uint32_t row) { return (word[row * stride] >> shift) & 0xffffu; };
  std::vector<std::size_t> next((1 << 16) + 1, 0);
  for (std::size_t row = 0; row < order.size(); ++row) ++next[digit(static_cast<std::uint32_t>(row)) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::uint32_t> result(order.size());
  for (const std::uint32_t row : order) result[next[digit(row)]++] = row;
  return result;
}

}  // namespace

// With a table of T bytes: 1.5 T while it grows; T, two orders and the result while it is read, and an earlier result,
// together 2 T.
PositionCounter::PositionCounter(Index positions, Index parts, std::size_t most_bytes)
    : positions_(positions),
      parts_(static_cast<std::size_t>(parts)),
      stride_(parts_ + 2),
      most_capacity_(std::min(last_capacity, most_bytes / 2 / (stride_ * sizeof(std::uint32_t)))),
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

void PositionCounter::make_room(std::size_t more) {
  while (2 * (used_ + more) > capacity_)
    if (used_ > 0 && 2 * capacity_ > most_capacity_)
      write_run();
    else
      grow();
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
  make_room(row.size());
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

std::vector<std::uint32_t> PositionCounter::put_in_order() {
  std::size_t front = 0;
  std::uint32_t largest_token = 0;
  for (std::size_t slot = 0; slot < capacity_; ++slot) {
    const std::uint32_t* words = slots_.data() + slot * stride_;
    if (words[0] == empty) continue;
    largest_token = std::max(largest_token, words[0]);
    if (slot != front) std::copy_n(words, stride_, slots_.data() + front * stride_);
    ++front;
  }
  std::vector<std::uint32_t> order(used_);
  std::iota(order.begin(), order.end(), 0u);
  order = ordered_by(slots_.data() + 1, stride_, 0, order);
  if (positions_ > (1 << 16)) order = ordered_by(slots_.data() + 1, stride_, 16, order);
  order = ordered_by(slots_.data(), stride_, 0, order);
  if (largest_token >> 16 != 0) order = ordered_by(slots_.data(), stride_, 16, order);
  return order;
}

void PositionCounter::write_run() {
  if (!runs_) runs_ = std::make_unique<CountRuns>(stride_);
  for (const std::uint32_t row : put_in_order()) runs_->append(slots_.data() + row * stride_);
  runs_->end_run();
  std::ranges::fill(slots_, empty);
  used_ = 0;
}

PositionCounts PositionCounter::take() {
  CountsWriter writer(positions_, static_cast<Index>(parts_), documents_, runs_ != nullptr);
  const auto append = [&](const std::uint32_t* words) {
    writer.append(static_cast<std::int32_t>(words[0]), words[1], words + 2);
  };
  if (runs_) {
    write_run();
    slots_ = {};
    runs_->merge(append);
  } else {
    const auto order = put_in_order();
    writer.reserve(used_);
    for (const std::uint32_t row : order) append(slots_.data() + row * stride_);
  }
  runs_.reset();
  capacity_ = first_capacity;
  slots_ = std::vector<std::uint32_t>(capacity_ * stride_, empty);
  used_ = 0;
  documents_ = 0;
  return writer.finish();
}

}  // namespace sextant::stress
