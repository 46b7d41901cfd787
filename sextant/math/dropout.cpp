#include "sextant/math/dropout.h"

#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

void add_noise(View<real> x, double deviation, const Random& random, Index first_row) {
  for (Index i = 0; i < x.rows; ++i) {
    auto number = static_cast<std::uint64_t>((first_row + i) * x.columns);
    for (Index j = 0; j < x.columns; ++j, ++number) x(i, j) += static_cast<real>(deviation * random.normal(number));
  }
}

void drop(View<real> x, double rate, const Random& random, Index first_row) {
  const auto threshold = static_cast<std::uint64_t>(rate * 4294967296.0);  // of a 32-bit word
  const auto scale = static_cast<real>(1 / (1 - rate));
  std::uint64_t block_now = ~std::uint64_t(0);
  std::array<std::uint32_t, 4> words{};
  for (Index i = 0; i < x.rows; ++i) {
    real* row = x.row(i);
    auto number = static_cast<std::uint64_t>((first_row + i) * x.columns);
    for (Index j = 0; j < x.columns; ++j, ++number) {
      if (number / 4 != block_now) {
        block_now = number / 4;
        words = random.words(static_cast<std::uint32_t>(block_now));
      }
      row[j] = words[number % 4] < threshold ? real(0) : row[j] * scale;
    }
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
