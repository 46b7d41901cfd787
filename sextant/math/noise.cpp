#include "sextant/math/noise.h"

#include "sextant/math/real.h"

namespace sextant::math::inline SEXTANT_PRECISION {

void add_noise(View<real> x, double deviation, const Random& random, Index first_row) {
  for (Index i = 0; i < x.rows; ++i) {
    auto number = static_cast<std::uint64_t>((first_row + i) * x.columns);
    for (Index j = 0; j < x.columns; ++j, ++number) x(i, j) += static_cast<real>(deviation * random.normal(number));
  }
}

}  // namespace sextant::math::inline SEXTANT_PRECISION
