#include "sextant/stress/position_counts.h"

#include <algorithm>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant::stress {

namespace {

constexpr std::size_t counts_at_once = 1 << 18;  // written to a file

}  // namespace

std::vector<std::uint64_t> PositionCounts::totals(Index part) const {
  std::vector<std::uint64_t> result;
  for (Index t = 0; t < positions; ++t) result.push_back(sums[static_cast<std::size_t>(t * parts + part)]);
  return result;
}

CountsWriter::CountsWriter(Index positions, Index parts, Index documents, bool in_file)
    : file_(in_file ? std::make_shared<TemporaryFile>() : nullptr) {
  result_.positions = positions;
  result_.parts = parts;
  result_.documents = documents;
  result_.sums.assign(static_cast<std::size_t>(positions * parts), 0);
}

CountsWriter::CountsWriter(const PositionCounts& like)
    : CountsWriter(like.positions, like.parts, like.documents, like.rows.in_file()) {}

void CountsWriter::reserve(std::size_t entries) {
  if (!file_) numbers_.reserve(entries * result_.stride());
}

void CountsWriter::append(std::int32_t token, std::size_t place, const std::uint32_t* counts) {
  if (result_.tokens.empty() || result_.tokens.back() != token) {
    result_.tokens.push_back(token);
    result_.starts.push_back(entries_);
  }
  const auto parts = static_cast<std::size_t>(result_.parts);
  numbers_.push_back(static_cast<std::uint32_t>(place));
  numbers_.insert(numbers_.end(), counts, counts + parts);
  for (std::size_t part = 0; part < parts; ++part) result_.sums[place * parts + part] += counts[part];
  ++entries_;
  if (file_ && numbers_.size() >= counts_at_once) flush();
}

void CountsWriter::flush() {
  file_->write(numbers_.data(), numbers_.size() * sizeof(std::uint32_t));
  numbers_.clear();
}

PositionCounts CountsWriter::finish() {
  if (file_) flush();
  result_.starts.push_back(entries_);
  result_.rows = file_ ? CountRows(std::move(file_)) : CountRows(std::move(numbers_));
  return std::move(result_);
}

namespace {

constexpr std::uint64_t rarefy_step = 4 << 20;  // of the stream `analysis`

std::vector<bool> most_frequent(const PositionCounts& counts, Index kept) {
  std::vector<std::uint64_t> frequency(counts.tokens.size(), 0);
  visit_entries(counts, [&](std::size_t token, std::size_t entry) { frequency[token] += counts.count(entry, 0); });
  std::vector<std::size_t> order(frequency.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return frequency[a] > frequency[b]; });
  std::vector<bool> frequent(order.size(), false);
  for (std::size_t i = 0; i < std::min(order.size(), static_cast<std::size_t>(kept)); ++i) frequent[order[i]] = true;
  return frequent;
}

}  // namespace

PositionCounts keep_frequent(const PositionCounts& counts, Index kept) {
  require(kept >= 1, "vocabulary: expected 1 or more tokens to keep, not {}", kept);
  if (kept >= static_cast<Index>(counts.tokens.size())) return counts;
  const auto frequent = most_frequent(counts, kept);
  const auto parts = static_cast<std::size_t>(counts.parts);
  std::vector<std::uint32_t> other(static_cast<std::size_t>(counts.positions) * parts, 0);
  CountsWriter writer(counts);
  writer.reserve(counts.entries());
  visit_entries(counts, [&](std::size_t token, std::size_t entry) {
    const std::uint32_t* from = counts.row(entry) + 1;
    if (frequent[token])
      writer.append(counts.tokens[token], counts.place(entry), from);
    else
      for (std::size_t part = 0; part < parts; ++part) other[counts.place(entry) * parts + part] += from[part];
  });
  for (std::size_t t = 0; t < static_cast<std::size_t>(counts.positions); ++t)
    if (other[t * parts] > 0) writer.append(other_token, t, other.data() + t * parts);
  return writer.finish();
}

// Selection sampling (Knuth, volume 2, 3.4.2, algorithm S): each token of a position in turn is kept with the
// probability needed / left.
PositionCounts rarefy(const PositionCounts& counts, std::uint64_t seed, Index draw) {
  require(counts.parts == 1, "rarefaction: counts split into halves cannot be rarefied");
  auto left = counts.totals(0);
  std::vector<std::uint64_t> needed(left.size(), std::ranges::min(left));
  std::vector<std::uint64_t> used(left.size(), 0);  // random numbers
  CountsWriter writer(counts);
  writer.reserve(counts.entries());
  visit_entries(counts, [&](std::size_t token, std::size_t entry) {
    const std::size_t t = counts.place(entry);
    const Random random(seed, Stream::analysis, rarefy_step + static_cast<std::uint64_t>(draw),
                        static_cast<std::uint32_t>(t));
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < counts.count(entry, 0); ++i, --left[t])
      if (random.below(used[t]++, left[t]) < needed[t]) {
        ++kept;
        --needed[t];
      }
    if (kept > 0) writer.append(counts.tokens[token], t, &kept);
  });
  return writer.finish();
}

}  // namespace sextant::stress
