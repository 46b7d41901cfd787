// Assignments of signs are the bits of a number: counted through where they are few, otherwise drawn.
#include <cmath>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/math/statistics/moments.h"
#include "sextant/math/statistics/paired_tests.h"

namespace sextant::math {
namespace {

double flipped_sum(std::span<const double> differences, std::uint64_t signs) {
  double sum = 0;
  for (const double difference : differences) {
    sum += (signs & 1) != 0 ? -difference : difference;
    signs >>= 1;
  }
  return sum;
}

/// Draws the signs of all differences, 128 to a block.
double randomly_flipped_sum(std::span<const double> differences, const Random& random, std::uint32_t first_block) {
  double sum = 0;
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (i % 128 == 0) words = random.words(first_block + static_cast<std::uint32_t>(i / 128));
    const bool flip = ((words[i % 128 / 32] >> (i % 32)) & 1) != 0;
    sum += flip ? -differences[i] : differences[i];
  }
  return sum;
}

}  // namespace

TestResult sign_flip_test(std::span<const double> differences, Index samples, std::uint64_t seed) {
  constexpr std::size_t most_exact = 16;
  require(samples > 0, "sign-flip test: expected 1 or more samples, not {}", samples);
  if (differences.empty()) return {0, 1};
  double total = 0, observed = 0;
  for (const double difference : differences) total += std::abs(difference), observed += difference;
  const double bound = std::abs(observed) - 1e-12 * total;  // equal sums differ by the rounding of their order
  const std::size_t n = differences.size();
  double extreme = 0;
  if (n <= most_exact) {
    // The first sign stays: flipping all signs changes no distance from 0.
    const std::uint64_t half = std::uint64_t{1} << (n - 1);
    for (std::uint64_t signs = 0; signs < half; ++signs)
      if (std::abs(flipped_sum(differences, 2 * signs)) >= bound) extreme += 1;
    return {mean(differences), extreme / static_cast<double>(half)};
  }
  const Random random(seed, Stream::analysis, 0, 1);
  const auto blocks = static_cast<std::uint32_t>((n + 127) / 128);
  for (Index sample = 0; sample < samples; ++sample)
    if (std::abs(randomly_flipped_sum(differences, random, static_cast<std::uint32_t>(sample) * blocks)) >= bound)
      extreme += 1;
  return {mean(differences), (extreme + 1) / static_cast<double>(samples + 1)};
}

double smallest_paired_p(Index pairs) { return pairs < 1 ? 1 : std::ldexp(1.0, 1 - static_cast<int>(pairs)); }

}  // namespace sextant::math
