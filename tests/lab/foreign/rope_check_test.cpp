// Frequencies of rotary positions, and what is wrong with stored ones.
#include "sextant/lab/foreign/rope_check.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sextant::test {
namespace {

foreign::Rope plain_rope(double base, Index width) {
  foreign::Rope rope;
  rope.base = base;
  rope.width = width;
  rope.longest = 4096;
  return rope;
}

TEST(RopeCheck, FrequenciesAreTheFormulas) {
  const auto plain = rope_frequencies(plain_rope(10000, 64), 10);
  ASSERT_EQ(plain.size(), 32u);
  EXPECT_EQ(plain[0], 1.0);
  EXPECT_NEAR(plain[31], std::pow(10000, -62.0 / 64), 1e-9);
  foreign::Rope llama3 = plain_rope(500000, 128);
  llama3.scaling = "llama3";
  llama3.factor = 8;
  llama3.original_length = 8192;
  const auto scaled = rope_frequencies(llama3, 10), unscaled = rope_frequencies(plain_rope(500000, 128), 10);
  EXPECT_EQ(scaled.front(), unscaled.front());             // fast pairs stay
  EXPECT_NEAR(scaled.back() * 8, unscaled.back(), 1e-12);  // slow ones are divided
}

TEST(RopeCheck, NamesTheMistakesOfConversions) {
  const foreign::Rope declared = plain_rope(1e6, 64);
  const auto said = [&](const std::vector<double>& stored, const foreign::Rope& rope, Index head = 64) {
    return compare_frequencies(stored, rope, head, 1e-4);
  };
  const auto right = rope_frequencies(declared, 10);
  EXPECT_EQ(said(right, declared), "");
  EXPECT_EQ(said(rope_frequencies(plain_rope(1e4, 64), 10), declared), "has base 10000, declared is 1e+06");
  std::vector<double> divided = right;
  for (double& value : divided) value /= 4;
  EXPECT_EQ(said(divided, declared), "is divided by 4 (linear scaling), which is not declared");
  EXPECT_NE(said(std::vector<double>(32, 0.0), declared).find("all zero"), std::string::npos);
  EXPECT_NE(said(std::vector<double>(32, NAN), declared).find("not finite"), std::string::npos);
  EXPECT_NE(said(std::vector<double>(16, 0.5), declared).find("turns 32 of 64 dimensions, declared are 64"),
            std::string::npos);
  foreign::Rope scaled = declared;
  scaled.scaling = "llama3";
  scaled.factor = 8;
  scaled.original_length = 8192;
  EXPECT_EQ(said(right, scaled), "lacks the declared scaling (llama3, factor 8)");
  const foreign::Rope partial = plain_rope(1e4, 16);  // a quarter of 64: the denominator must be 16
  std::vector<double> wrong;
  for (Index i = 0; i < 8; ++i) wrong.push_back(std::pow(1e4, -2.0 * static_cast<double>(i) / 64));
  EXPECT_NE(said(wrong, partial, 64).find("the head's width 64 instead of the rotary width 16"), std::string::npos);
}

TEST(RopeCheck, FitsTheBase) {
  EXPECT_NEAR(*fit_rope_base(rope_frequencies(plain_rope(5e5, 128), 10), 128), 5e5, 50);
  EXPECT_FALSE(fit_rope_base({1.0, 0.9, 0.1, 0.05}, 8).has_value());
}

}  // namespace
}  // namespace sextant::test
