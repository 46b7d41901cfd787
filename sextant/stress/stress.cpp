#include "sextant/stress/stress.h"

#include <cmath>

#include "sextant/core/error.h"

namespace sextant::stress {

Stress measure_stress(const Table& wanted, const Table& given) {
  require(wanted.rows == wanted.columns && wanted.rows == given.rows && wanted.columns == given.columns,
          "stress: expected two square matrices of the same size, given ({}, {}) and ({}, {})", wanted.rows,
          wanted.columns, given.rows, given.columns);
  double wanted_square = 0, given_square = 0, product = 0;
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      wanted_square += wanted(s, t) * wanted(s, t);
      given_square += given(s, t) * given(s, t);
      product += wanted(s, t) * given(s, t);
    }
  require(wanted_square > 0, "stress: all target distances are zero");
  Stress stress;
  stress.best_factor = given_square > 0 ? product / given_square : 0;
  // Sums of squares instead of 1 - c^2: no digits are lost where the stress is small.
  for (Index s = 0; s < wanted.rows; ++s)
    for (Index t = 0; t < s; ++t) {
      const double left = stress.best_factor * given(s, t) - wanted(s, t);
      const double removed = (1 - stress.best_factor) * given(s, t);
      stress.shape += left * left / wanted_square;
      stress.scale += removed * removed / wanted_square;
    }
  stress.raw = stress.shape + stress.scale;
  stress.kruskal = std::sqrt(stress.shape);
  return stress;
}

}  // namespace sextant::stress
