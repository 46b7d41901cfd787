// Random numbers: Random123's published answers, the documented layout, moments, independence.
#include "sextant/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/support/error_text.h"

namespace sextant::test {
namespace {

using Words = std::array<std::uint32_t, 4>;

// kat_vectors of Random123 for philox4x32 with 10 rounds: counter {block, part, step, stream}, key = seed.
TEST(Random, GivesThePublishedAnswers) {
  EXPECT_EQ(Random(0, Stream{0}).words(0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(Random(~0ull, Stream{ones}, ones, ones).words(ones),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Random(0x299f31d0a4093822, Stream{0x03707344}, 0x13198a2e, 0x85a308d3).words(0x243f6a88),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, NumbersAreMadeOfWordsAsDocumented) {
  const Random random(7, Stream::data, 3, 2);
  for (std::uint32_t block : {0u, 1u, 12345u}) {
    const auto words = random.words(block);
    const std::uint64_t even = (static_cast<std::uint64_t>(words[1]) << 32) | words[0];
    const std::uint64_t odd = (static_cast<std::uint64_t>(words[3]) << 32) | words[2];
    const double u = std::ldexp(static_cast<double>(even >> 11), -53);
    const double v = std::ldexp(static_cast<double>(odd >> 11), -53);
    EXPECT_EQ(random.uniform(2ull * block), u);
    EXPECT_EQ(random.uniform(2ull * block + 1), v);
    EXPECT_NEAR(random.normal(2ull * block), std::sqrt(-2 * std::log1p(-u)) * std::cos(2 * M_PI * v), 1e-12);
    EXPECT_NEAR(random.normal(2ull * block + 1), std::sqrt(-2 * std::log1p(-u)) * std::sin(2 * M_PI * v), 1e-12);
    EXPECT_EQ(random.below(2ull * block, 1ull << 32), words[1]);
  }
}

TEST(Random, MomentsOfUniformAndNormal) {
  const Random random(1, Stream::initialisation);
  const int n = 200'000;
  double u1 = 0, u2 = 0, z1 = 0, z2 = 0, z3 = 0, z4 = 0, neighbours = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double u = random.uniform(i), z = random.normal(i);
    ASSERT_TRUE(u >= 0 && u < 1);
    u1 += u / n, u2 += u * u / n;
    z1 += z / n, z2 += z * z / n, z3 += z * z * z / n, z4 += z * z * z * z / n;
    neighbours += z * random.normal(i + 1) / n;
  }
  const double sigma = 1 / std::sqrt(static_cast<double>(n));  // five of them, each scaled by its own spread
  EXPECT_NEAR(u1, 0.5, 5 * sigma * std::sqrt(1.0 / 12));
  EXPECT_NEAR(u2, 1.0 / 3, 5 * sigma * std::sqrt(4.0 / 45));
  EXPECT_NEAR(z1, 0, 5 * sigma);
  EXPECT_NEAR(z2, 1, 5 * sigma * std::sqrt(2.0));
  EXPECT_NEAR(z3, 0, 5 * sigma * std::sqrt(15.0));
  EXPECT_NEAR(z4, 3, 5 * sigma * std::sqrt(96.0));
  EXPECT_NEAR(neighbours, 0, 5 * sigma);
}

TEST(Random, BelowIsUniformAndWithinItsBound) {
  const Random random(1, Stream::order);
  for (std::uint64_t bound : {1ull, 2ull, 7ull, 100ull}) {
    std::vector<double> counts(bound, 0);
    const double n = 100'000;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      const std::uint64_t number = random.below(i, bound);
      ASSERT_LT(number, bound);
      counts[number] += 1;
    }
    const double expected = n / static_cast<double>(bound);
    double chi_square = 0;
    for (double count : counts) chi_square += (count - expected) * (count - expected) / expected;
    const double freedom = static_cast<double>(bound - 1);
    EXPECT_LE(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << bound;
  }
  EXPECT_LT(random.below(0, ~0ull), ~0ull);
}

TEST(Random, EveryPartOfTheKeyGivesIndependentNumbers) {
  const Random base(5, Stream::data, 9, 1);
  const std::pair<const char*, Random> others[] = {{"seed", Random(6, Stream::data, 9, 1)},
                                                   {"high seed", Random(5 + (1ull << 32), Stream::data, 9, 1)},
                                                   {"stream", Random(5, Stream::masking, 9, 1)},
                                                   {"step", Random(5, Stream::data, 10, 1)},
                                                   {"part", Random(5, Stream::data, 9, 2)}};
  const int n = 20'000;
  for (const auto& [name, other] : others) {
    double product = 0, shifted = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      product += base.normal(i) * other.normal(i) / n;
      shifted += base.normal(i + 2) * other.normal(i) / n;
    }
    EXPECT_NEAR(product, 0, 5 / std::sqrt(n)) << name;
    EXPECT_NEAR(shifted, 0, 5 / std::sqrt(n)) << name;
  }
}

TEST(Random, NumbersOfAllStreamsStepsAndPartsDiffer) {
  std::set<Words> seen;
  std::size_t count = 0;
  for (std::uint32_t stream = 1; stream <= static_cast<std::uint32_t>(Stream::analysis); ++stream)
    for (std::uint64_t step = 0; step < 10; ++step)
      for (std::uint32_t part = 0; part < 10; ++part)
        for (std::uint32_t block = 0; block < 10; ++block, ++count)
          seen.insert(Random(1, static_cast<Stream>(stream), step, part).words(block));
  EXPECT_EQ(seen.size(), count);
}

TEST(Random, PermutationsAreValidAndUniform) {
  for (std::size_t n : {0u, 1u, 2u, 17u, 1000u}) {
    std::vector<std::int32_t> order(n), sorted(n);
    Random(3, Stream::order, n).permutation(order);
    for (std::size_t i = 0; i < n; ++i) sorted[i] = static_cast<std::int32_t>(i);
    EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), sorted.begin()));
    if (n > 2) {
      EXPECT_NE(order, sorted);
    }
  }
  std::map<std::vector<std::int32_t>, double> counts;
  const std::uint64_t n = 24'000;
  for (std::uint64_t step = 0; step < n; ++step) {
    std::vector<std::int32_t> order(4);
    Random(3, Stream::order, step).permutation(order);
    counts[order] += 1;
  }
  ASSERT_EQ(counts.size(), 24u);
  double chi_square = 0;
  for (const auto& [order, count] : counts) chi_square += (count - 1000) * (count - 1000) / 1000;
  EXPECT_LE(chi_square, 23 + 5 * std::sqrt(46.0));
}

TEST(Random, RefusesWhatTheCounterCannotHold) {
  EXPECT_TRUE(contains(error_text([] { Random(1, Stream::data, 1ull << 32); }), "step 4294967296"));
  const Random random(1, Stream::data);
  EXPECT_NO_THROW(random.uniform((1ull << 33) - 1));
  EXPECT_TRUE(contains(error_text([&] { random.uniform(1ull << 33); }), "exceeds the 2^33"));
}

}  // namespace
}  // namespace sextant::test
