// Points of least stress by majorisation (SMACOF; de Leeuw 1977): X <- V^+ B(X) X never raises
// sum_{s<t} w_st (|x_s - x_t| - d_st)^2. Started from classical scaling it ends lower than that.
#pragma once

#include "sextant/core/table.h"

namespace sextant::stress {

struct SmacofRequest {
  Index iterations = 500;
  double tolerance = 1e-8;  // stops where an iteration removes less than this share of the stress
};

struct Smacof {
  Table points;       // (n, axes), centred
  double stress = 0;  // sum w (|x| - d)^2 / sum w d^2
  Index iterations = 0;
};

/// `weights` is (n, n), symmetric, not negative, and connects all positions; empty: all pairs alike.
Smacof smacof(const Table& distances, Table start, const Table& weights, const SmacofRequest& request = {});

}  // namespace sextant::stress
