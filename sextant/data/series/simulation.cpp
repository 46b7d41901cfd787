#include "sextant/data/series/simulation.h"

#include <Eigen/Dense>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/random.h"

namespace sextant::data {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double bound = 1e6;

/// The noise of one time step; parts 0 and 1 of the stream draw the couplings.
void draw_noise(const SimulationRequest& request, Index step, Eigen::VectorXd& noise) {
  const Random random(request.seed, Stream::data, static_cast<std::uint64_t>(step), request.part + 2);
  for (Index i = 0; i < noise.size(); ++i) noise(i) = random.normal(static_cast<std::uint64_t>(i));
}

}  // namespace

Table simulate_network(const Table& couplings, const SimulationRequest& request) {
  const Index nodes = couplings.rows;
  const Matrix weights = Eigen::Map<const Matrix>(couplings.values.data(), nodes, nodes);
  Table series(request.steps, nodes);
  Eigen::VectorXd state = Eigen::VectorXd::Zero(nodes), noise(nodes), input(nodes);
  for (Index step = 0; step < request.burn_in + request.steps; ++step) {
    draw_noise(request, step, noise);
    input.noalias() = weights * state;
    if (request.nonlinearity > 0)
      for (Index i = 0; i < nodes; ++i) input(i) = std::tanh(request.nonlinearity * input(i)) / request.nonlinearity;
    state = input + request.noise * noise;
    require(state.cwiseAbs().maxCoeff() < bound,
            "network_simulation: the dynamics diverge at step {}; lower the couplings or raise "
            "task.nonlinearity",
            step);
    if (step >= request.burn_in)
      for (Index i = 0; i < nodes; ++i) series(step - request.burn_in, i) = state(i);
  }
  return series;
}

Table draw_with_covariance(const Table& covariance, const SimulationRequest& request) {
  const Index count = covariance.rows;
  const Matrix matrix = Eigen::Map<const Matrix>(covariance.values.data(), count, count);
  const double asymmetry = (matrix - matrix.transpose()).cwiseAbs().maxCoeff();
  require(asymmetry <= 1e-6 * matrix.cwiseAbs().maxCoeff(), "covariance: the matrix is not symmetric (by {})",
          asymmetry);
  const Eigen::LLT<Eigen::MatrixXd> factor(matrix);
  require(factor.info() == Eigen::Success, "covariance: the matrix is not positive definite");
  const Eigen::MatrixXd lower = factor.matrixL();
  Table series(request.steps, count);
  Eigen::VectorXd noise(count);
  for (Index step = 0; step < request.steps; ++step) {
    draw_noise(request, step, noise);
    Eigen::Map<Eigen::VectorXd>(series.values.data() + step * count, count).noalias() = lower * noise;
  }
  return series;
}

}  // namespace sextant::data
