// Series with a known structure. A nonlinear autoregressive network, x(t+1) = tanh(s W x(t)) / s + noise e(t), where s
// = 1 is the tanh of Ito et al. and s = 0 the linear network; and Gaussian draws with a given covariance.
#pragma once

#include "sextant/core/table.h"

namespace sextant::data {

struct SimulationRequest {
  double nonlinearity = 1;
  double noise = 0.5;
  Index burn_in = 500;
  Index steps = 50'000;
  std::uint64_t seed = 1;
  std::uint32_t part = 0;  // tells independent runs of one seed apart
};

/// (steps, nodes), from W = `couplings` (nodes, nodes). An Error where the network grows beyond all bounds.
Table simulate_network(const Table& couplings, const SimulationRequest& request);

/// (steps, variables): independent rows L e with L L^T = `covariance` (Cholesky). An Error where it is not symmetric
/// and positive definite.
Table draw_with_covariance(const Table& covariance, const SimulationRequest& request);

}  // namespace sextant::data
