// Stress: how far distances E are from the distances D they should be, over pairs s < t (Cirrincione, arXiv
// 2604.05217):
//   raw S = sum (E - D)^2 / sum D^2 = (1 - c^2) + (beta - c)^2 = shape + scale,  c = cos(D, E), beta = |E| / |D|.
// The best factor alpha* = <D, E> / <E, E> removes the scale term and leaves the shape S*.
#pragma once

#include "sextant/core/table.h"

namespace sextant::stress {

struct Stress {
  double raw = 0;
  double shape = 0;        // S* = 1 - c^2
  double scale = 0;        // (beta - c)^2
  double best_factor = 0;  // alpha*; 0 where all E are zero
  double kruskal = 0;      // stress-1: sqrt(S*)
};

/// Both are (n, n) and symmetric; `wanted` is not zero everywhere.
Stress measure_stress(const Table& wanted, const Table& given);

}  // namespace sextant::stress
