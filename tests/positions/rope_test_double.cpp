// The RoPE family against the numbers of Hugging Face's transformers, stored by
// tests/oracles/hugging_face/rope_references.py (float32 there, hence 1e-6), and what each option means for a rotation.
#include <cmath>
#include <fstream>

#include "sextant/positions/rope_frequencies.h"
#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

using sextant::positions::RopeOptions;

TEST(RopeFamily, HasTheFrequenciesOfTransformers) {
  std::ifstream file(SEXTANT_TEST_DATA "/oracles/hugging_face/rope_references.json");
  const Tree stored = Tree::parse(file);
  ASSERT_GE(stored.size(), 15U);
  for (const Tree& one : stored) {
    Tree given = one["options"];
    const auto length = given["length"].get<Index>();
    given.erase("length");
    RopeOptions own;
    read_options(given, "position", {&own});
    const auto found = sextant::positions::make_rope_frequencies("rotary", own, own.rotated_columns(32), length);
    const auto wanted = one["frequency"].get<std::vector<double>>();
    ASSERT_EQ(found.frequency.size(), wanted.size()) << given.dump();
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(found.frequency[i], wanted[i], 1e-6 * wanted[i]) << given.dump() << " pair " << i;
    EXPECT_NEAR(found.attention_factor, one["attention_factor"].get<double>(), 1e-6) << given.dump();
  }
}

/// What rotate makes of ones at position 3 of a head of 8.
std::vector<double> rotated_ones(const Tree& options) {
  const auto subject = make_subject("rotary", make_place(Arrangement::index(6)), options);
  Tensor x(1, 8);
  std::fill_n(x.data(), 8, real(1));
  subject->position->rotate(x.view(), std::vector<std::int32_t>{3});
  return {x.data(), x.data() + 8};
}

TEST(RopeFamily, APartRotatesAndTheRestStays) {
  const auto half = rotated_ones({{"partial_rotary_factor", 0.5}, {"pairing", "half"}, {"base", 100.0}});
  for (Index pair = 0; pair < 2; ++pair) {  // columns 0..3 rotate with frequencies 1 and 1/10, i with i + 2
    const double angle = 3 * std::pow(0.1, static_cast<double>(pair));
    EXPECT_NEAR(half[static_cast<std::size_t>(pair)], std::cos(angle) - std::sin(angle), 1e-14);
    EXPECT_NEAR(half[static_cast<std::size_t>(pair + 2)], std::cos(angle) + std::sin(angle), 1e-14);
  }
  for (std::size_t column = 4; column < 8; ++column) EXPECT_EQ(half[column], 1);
  const auto p_rope = rotated_ones({{"rope_type", "proportional"}, {"partial_rotary_factor", 0.5}});
  const auto whole = rotated_ones({});
  for (std::size_t column = 0; column < 8; ++column) EXPECT_EQ(p_rope[column], column < 4 ? whole[column] : 1);
}

TEST(RopeFamily, TheAttentionFactorMultipliesAndLinearScalingDividesPositions) {
  const auto whole = rotated_ones({});
  const auto sharp = rotated_ones({{"rope_type", "yarn"}, {"attention_factor", 1.5}});
  for (std::size_t column = 0; column < 8; ++column) EXPECT_NEAR(sharp[column], 1.5 * whole[column], 1e-14);
  const auto subject = make_subject("rotary", make_place(Arrangement::index(6)));
  Tensor x(1, 8);
  std::fill_n(x.data(), 8, real(1));
  subject->position->rotate(x.view(), std::vector<std::int32_t>{1});
  const auto slow = rotated_ones({{"rope_type", "linear"}, {"factor", 3.0}});
  for (std::size_t column = 0; column < 8; ++column) EXPECT_NEAR(slow[column], x.data()[column], 1e-14);
}

TEST(RopeFamily, RefusesByName) {
  const auto text_of = [](const Tree& options) -> std::string {
    try {
      rotated_ones(options);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(text_of({{"rope_type", "longrope"}}),
            "rotary: rope_type longrope needs position.short_factor with 4 numbers, one per frequency, not 0");
  EXPECT_EQ(text_of({{"partial_rotary_factor", 0.4}}),
            "rotary: partial_rotary_factor 0.4 of 8 columns per axis, expected an even number of columns, 2 or more");
  EXPECT_EQ(text_of({{"rope_type", "llama3"}, {"low_freq_factor", 5.0}}),
            "rotary: high_freq_factor 4 must be more than low_freq_factor 5");
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
