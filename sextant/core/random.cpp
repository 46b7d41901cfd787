// Philox4x32-10 of Random123 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
// key     = {seed low, seed high}
// counter = {block, part, step, stream}; a block is four words, two 64-bit numbers: index = 2 block + half
#include "sextant/core/random.h"

#include <Random123/philox.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

std::uint64_t joined(std::uint32_t low, std::uint32_t high) { return (static_cast<std::uint64_t>(high) << 32) | low; }

std::uint32_t block_of(std::uint64_t index) {
  const std::uint64_t block = index / 2;
  if (block > std::numeric_limits<std::uint32_t>::max())
    fail("random: draw {} exceeds the 2^33 of one stream; use another part", index);
  return static_cast<std::uint32_t>(block);
}

std::uint64_t bits_at(const Random& random, std::uint64_t index) {
  const auto words = random.words(block_of(index));
  return index % 2 == 0 ? joined(words[0], words[1]) : joined(words[2], words[3]);
}

// The upper 53 bits as a fraction: every value is exact, 1 is never reached.
double fraction(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

}  // namespace

Random::Random(std::uint64_t seed, Stream stream, std::uint64_t step, std::uint32_t part)
    : seed_(seed), stream_(static_cast<std::uint32_t>(stream)), step_(static_cast<std::uint32_t>(step)), part_(part) {
  require(step <= std::numeric_limits<std::uint32_t>::max(), "random: step {} exceeds 2^32 - 1", step);
}

std::array<std::uint32_t, 4> Random::words(std::uint32_t block) const {
  const r123::Philox4x32::ctr_type counter = {{block, part_, step_, stream_}};
  const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  const auto result = r123::Philox4x32()(counter, key);
  return {result[0], result[1], result[2], result[3]};
}

double Random::uniform(std::uint64_t index) const { return fraction(bits_at(*this, index)); }

// The two numbers of a block are the radius and angle of both of its normals: cosine at even, sine at odd.
double Random::normal(std::uint64_t index) const {
  const auto four = words(block_of(index));
  const double radius = std::sqrt(-2 * std::log(1 - fraction(joined(four[0], four[1]))));  // 1 - u is in (0, 1]
  const double angle = 2 * std::numbers::pi * fraction(joined(four[2], four[3]));
  return radius * (index % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

std::uint64_t Random::below(std::uint64_t index, std::uint64_t bound) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits_at(*this, index)) * bound) >> 64);
}

void Random::permutation(std::span<std::int32_t> order) const {
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[below(i, i + 1)]);
}

}  // namespace sextant::core
