// The attention bias of a card against what the formulas say of tokens that are all the same.
#include <cmath>

#include "sextant/positions/attention_bias.h"
#include "tests/support/positions_subject.h"

namespace sextant::test::inline SEXTANT_PRECISION {
namespace {

TEST(AttentionBias, OfAlibiFallsByTheMeanSlope) {
  const auto subject = make_subject("alibi", make_place(Arrangement::index(5), 8, 2, 4));
  const Table bias = measure_attention_bias(*subject->position, subject->place);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j)
      EXPECT_NEAR(bias(i, j), 2 - (1.0 / 16 + 1.0 / 256) / 2 * static_cast<double>(std::abs(i - j)), 1e-14);
}

TEST(AttentionBias, OfATableIsTheProductOfItsRows) {
  const auto subject = make_subject("learned", make_place(Arrangement::index(5), 8, 2, 4));
  const Table rows = subject->position->geometry().table;
  const Table bias = measure_attention_bias(*subject->position, subject->place);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) {
      double product = 0;
      for (Index k = 0; k < 8; ++k) product += rows(i, k) * rows(j, k);
      EXPECT_NEAR(bias(i, j), product / 2 / 2, 1e-14);  // the mean over two heads, by the root of their width
    }
}

TEST(AttentionBias, OfRotaryIsTheMeanCosine) {
  const auto subject = make_subject("rotary", make_place(Arrangement::index(5), 8, 2, 4), {{"base", 100.0}});
  const Table bias = measure_attention_bias(*subject->position, subject->place);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) {
      const auto offset = static_cast<double>(i - j);
      EXPECT_NEAR(bias(i, j), std::cos(offset) + std::cos(offset / 10), 1e-14);
    }
}

}  // namespace
}  // namespace sextant::test::inline SEXTANT_PRECISION
