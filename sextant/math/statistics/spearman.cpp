// Pearson's correlation of the ranks; p from t = r sqrt((n - 2) / ((1 - r) (1 + r))).
#include "sextant/math/statistics/spearman.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/core/error.h"
#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/ranks.h"

namespace sextant::math {

Correlation spearman(std::span<const double> x, std::span<const double> y) {
  require(x.size() == y.size(), "spearman: expected two samples of the same length, given {} and {} values", x.size(),
          y.size());
  const auto a = ranks(x), b = ranks(y);
  const double n = static_cast<double>(x.size()), middle = (n + 1) / 2;
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    xx += (a[i] - middle) * (a[i] - middle);
    yy += (b[i] - middle) * (b[i] - middle);
    xy += (a[i] - middle) * (b[i] - middle);
  }
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (xx == 0 || yy == 0) return {undefined, undefined};
  const double r = std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
  if (x.size() < 3) return {r, undefined};
  return {r, student_two_sided(r * std::sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2)};
}

}  // namespace sextant::math
