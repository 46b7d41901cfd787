// Listing, drawing and splitting sets of tokens.
#include "sextant/tasks/token_sets.h"

#include <algorithm>
#include <set>

#include "sextant/core/error.h"

namespace sextant::tasks {
namespace {

constexpr Index list_limit = 1'000'000;

/// Floyd's sampling: a uniformly random set with as many draws as it has members, kept ascending.
/// Takes numbers `first`, first + 1, ... of `random`.
void draw_set(const Random& random, std::uint64_t first, Index vocabulary, std::span<std::int32_t> set) {
  const auto length = static_cast<Index>(set.size());
  for (Index filled = 0; filled < length; ++filled) {
    const Index top = vocabulary - length + filled;
    auto token = static_cast<std::int32_t>(
        random.below(first + static_cast<std::uint64_t>(filled), static_cast<std::uint64_t>(top) + 1));
    const auto end = set.begin() + filled;
    if (std::binary_search(set.begin(), end, token)) token = static_cast<std::int32_t>(top);
    const auto place = std::upper_bound(set.begin(), end, token);
    std::move_backward(place, end, end + 1);
    *place = token;
  }
}

/// The next set in lexicographic order.
void advance(std::vector<std::int32_t>& set, Index vocabulary) {
  const auto length = static_cast<Index>(set.size());
  Index i = length - 1;
  while (i > 0 && set[static_cast<std::size_t>(i)] == vocabulary - length + i) --i;
  auto token = set[static_cast<std::size_t>(i)];
  for (; i < length; ++i) set[static_cast<std::size_t>(i)] = ++token;
}

/// The finaliser of SplitMix64 (Steele et al. 2014): every bit of the result depends on every bit of x.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

Index count_sets(Index vocabulary, Index length, Index limit) {
  const Index smaller = std::min(length, vocabulary - length);
  Index count = 1;
  for (Index i = 1; i <= smaller; ++i) {
    count = count * (vocabulary - smaller + i) / i;  // exact: a product of i neighbours divides by i!
    if (count > limit) return limit + 1;
  }
  return count;
}

TokenSets::TokenSets(const TokenSetsRequest& request) : request_(request) {
  const Index count = count_sets(request_.vocabulary, request_.length, list_limit);
  listed_ = count <= list_limit;
  if (listed_)
    list_all(count);
  else
    draw_test();
}

void TokenSets::list_all(Index count) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  Random(request_.seed, Stream::order).permutation(order);
  const auto training = static_cast<Index>(request_.train_fraction * static_cast<double>(count));
  require(training >= 1 && training < count,
          "task: cannot split {} set(s) of {} tokens out of {} into training and test sets; raise task.vocabulary",
          count, request_.length, request_.vocabulary);
  const Index test = std::min(count - training, request_.test_limit);
  const auto length = static_cast<std::size_t>(request_.length);
  training_.resize(static_cast<std::size_t>(training) * length);
  test_.resize(static_cast<std::size_t>(test) * length);
  std::vector<std::int32_t> set(length);
  for (std::size_t i = 0; i < length; ++i) set[i] = static_cast<std::int32_t>(i);
  for (Index number = 0; number < count; ++number) {
    const Index place = order[static_cast<std::size_t>(number)];
    if (place < training)
      std::copy(set.begin(), set.end(), training_.begin() + place * request_.length);
    else if (place < training + test)
      std::copy(set.begin(), set.end(), test_.begin() + (place - training) * request_.length);
    if (number + 1 < count) advance(set, request_.vocabulary);
  }
}

void TokenSets::draw_test() {
  std::set<std::vector<std::int32_t>> seen;
  std::vector<std::int32_t> set(static_cast<std::size_t>(request_.length));
  const Random random(request_.seed, Stream::order);
  for (std::uint64_t first = 0; static_cast<Index>(seen.size()) < request_.test_limit; first += set.size()) {
    draw_set(random, first, request_.vocabulary, set);
    if (hashes_to_training(set) || !seen.insert(set).second) continue;
    test_.insert(test_.end(), set.begin(), set.end());
  }
}

bool TokenSets::hashes_to_training(std::span<const std::int32_t> set) const {
  std::uint64_t hash = mix(request_.seed + 0x9e3779b97f4a7c15ULL);
  for (const auto token : set) hash = mix(hash + static_cast<std::uint64_t>(token) + 0x9e3779b97f4a7c15ULL);
  return static_cast<double>(hash >> 11) * 0x1p-53 < request_.train_fraction;
}

std::span<const std::int32_t> TokenSets::test_set(Index index) const {
  return {test_.data() + index * request_.length, static_cast<std::size_t>(request_.length)};
}

void TokenSets::draw_training(const Random& random, std::span<std::int32_t> set) const {
  if (listed_) {
    const std::uint64_t chosen = random.below(0, training_.size() / set.size());
    std::copy_n(training_.begin() + static_cast<Index>(chosen * set.size()), set.size(), set.begin());
    return;
  }
  std::uint64_t first = 0;
  do {
    draw_set(random, first, request_.vocabulary, set);
    first += set.size();
  } while (!hashes_to_training(set));
}

}  // namespace sextant::tasks
