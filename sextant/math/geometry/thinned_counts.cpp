#include "sextant/math/geometry/thinned_counts.h"

#include <algorithm>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant {
namespace {

constexpr std::uint64_t rarefy_step = 4 << 20;  // of the stream `analysis`

std::vector<bool> most_frequent(const PositionCounts& counts, Index kept) {
  std::vector<std::uint64_t> frequency(counts.tokens.size(), 0);
  for (std::size_t token = 0; token < counts.tokens.size(); ++token)
    for (std::size_t entry = counts.starts[token]; entry < counts.starts[token + 1]; ++entry)
      frequency[token] += counts.count(entry, 0);
  std::vector<std::size_t> order(frequency.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return frequency[a] > frequency[b]; });
  std::vector<bool> frequent(order.size(), false);
  for (std::size_t i = 0; i < std::min(order.size(), static_cast<std::size_t>(kept)); ++i) frequent[order[i]] = true;
  return frequent;
}

void append_entry(PositionCounts& to, std::int32_t token, std::int32_t place, const std::uint32_t* counts) {
  if (to.tokens.empty() || to.tokens.back() != token) {
    to.tokens.push_back(token);
    to.starts.push_back(to.places.size());
  }
  to.places.push_back(place);
  to.counts.insert(to.counts.end(), counts, counts + to.parts);
}

PositionCounts empty_like(const PositionCounts& counts) {
  PositionCounts result;
  result.positions = counts.positions;
  result.parts = counts.parts;
  result.documents = counts.documents;
  return result;
}

}  // namespace

PositionCounts keep_frequent(const PositionCounts& counts, Index kept) {
  require(kept >= 1, "vocabulary: {} tokens to be kept given, 1 or more are needed", kept);
  if (kept >= static_cast<Index>(counts.tokens.size())) return counts;
  const auto frequent = most_frequent(counts, kept);
  const auto parts = static_cast<std::size_t>(counts.parts);
  std::vector<std::uint32_t> other(static_cast<std::size_t>(counts.positions) * parts, 0);
  PositionCounts result = empty_like(counts);
  for (std::size_t token = 0; token < counts.tokens.size(); ++token)
    for (std::size_t entry = counts.starts[token]; entry < counts.starts[token + 1]; ++entry) {
      const std::uint32_t* from = counts.counts.data() + entry * parts;
      if (frequent[token])
        append_entry(result, counts.tokens[token], counts.places[entry], from);
      else
        for (std::size_t part = 0; part < parts; ++part)
          other[static_cast<std::size_t>(counts.places[entry]) * parts + part] += from[part];
    }
  for (Index t = 0; t < counts.positions; ++t) {
    const std::uint32_t* from = other.data() + static_cast<std::size_t>(t) * parts;
    if (from[0] > 0) append_entry(result, other_token, static_cast<std::int32_t>(t), from);
  }
  result.starts.push_back(result.places.size());
  return result;
}

// Selection sampling (Knuth, volume 2, 3.4.2, algorithm S): each token of a position in turn is kept with the
// probability needed / left.
PositionCounts rarefy(const PositionCounts& counts, std::uint64_t seed, Index draw) {
  require(counts.parts == 1, "rarefying: counts in halves cannot be rarefied");
  auto left = counts.totals(0);
  std::vector<std::uint64_t> needed(left.size(), std::ranges::min(left));
  std::vector<std::uint64_t> used(left.size(), 0);  // random numbers
  PositionCounts result = empty_like(counts);
  for (std::size_t token = 0; token < counts.tokens.size(); ++token)
    for (std::size_t entry = counts.starts[token]; entry < counts.starts[token + 1]; ++entry) {
      const auto t = static_cast<std::size_t>(counts.places[entry]);
      const Random random(seed, Stream::analysis, rarefy_step + static_cast<std::uint64_t>(draw),
                          static_cast<std::uint32_t>(t));
      std::uint32_t kept = 0;
      for (std::uint32_t i = 0; i < counts.count(entry, 0); ++i, --left[t])
        if (random.below(used[t]++, left[t]) < needed[t]) {
          ++kept;
          --needed[t];
        }
      if (kept > 0) append_entry(result, counts.tokens[token], counts.places[entry], &kept);
    }
  result.starts.push_back(result.places.size());
  return result;
}

}  // namespace sextant
