// A simulated network as rows: two independent runs of the same couplings, one to learn from and one to be tested on.
#include <cmath>

#include "sextant/core/digest.h"
#include "sextant/core/error.h"
#include "sextant/data/series/preparation.h"
#include "sextant/data/series/prepared_rows.h"

namespace sextant::data {
namespace {

std::string name_of(const SimulationPlan& plan) {
  const auto& network = plan.network;
  const auto& run = plan.run;
  std::string name =
      fmt::format("simulation {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", plan.source,
                  fmt::join(network.sizes, ","), network.inside, network.between, network.inside_probability,
                  network.between_probability, network.directed, network.negative_share, network.seed, run.nonlinearity,
                  run.noise, run.burn_in, run.steps, run.seed, plan.test_steps, plan.shuffle);
  for (const auto& path : {plan.matrix, plan.labels})
    if (!path.empty()) name += " " + path + " " + digest_file(split_array_path(path).first);
  return name;
}

Table read_matrix(const SimulationPlan& plan) {
  require(!plan.matrix.empty(), "task.matrix: no file given for task.source = {}", plan.source);
  Table matrix = read_table(plan.matrix);
  require(matrix.rows == matrix.columns && matrix.rows >= 2, "{}: expected a square matrix, found {} x {}", plan.matrix,
          matrix.rows, matrix.columns);
  for (const double value : matrix.values) require(std::isfinite(value), "{}: an entry is NaN", plan.matrix);
  return matrix;
}

/// Edges as strong as the coupling is on average in both directions, whatever its sign.
Arrangement graph_of_couplings(const Table& couplings) {
  Table graph(couplings.rows, couplings.rows);
  for (Index i = 0; i < graph.rows; ++i)
    for (Index j = 0; j < graph.rows; ++j)
      if (i != j) graph(i, j) = 0.5 * (std::abs(couplings(i, j)) + std::abs(couplings(j, i)));
  return Arrangement::graph(std::move(graph));
}

/// Rows and columns in another order.
Table permuted(const Table& matrix, const std::vector<std::int32_t>& order) {
  Table result(matrix.rows, matrix.columns);
  for (Index i = 0; i < matrix.rows; ++i)
    for (Index j = 0; j < matrix.columns; ++j)
      result(i, j) = matrix(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return result;
}

PreparedRows make(const SimulationPlan& plan) {
  const bool from_file = plan.source != "network", covariance = plan.source == "covariance";
  const Table matrix = from_file ? read_matrix(plan) : make_couplings(plan.network);
  const auto draw = [&](Index steps, std::uint32_t part) {
    SimulationRequest run = plan.run;
    run.steps = steps;
    run.part = part;
    return covariance ? draw_with_covariance(matrix, run) : simulate_network(matrix, run);
  };
  PreparedRows rows;
  rows.train = draw(plan.run.steps, 0);
  rows.test = draw(plan.test_steps, 1);
  const ColumnScale scale = measure_columns(rows.train, 0, rows.train.rows);
  standardise(rows.train, scale);
  standardise(rows.test, scale);
  rows.half = rows.train.rows / 2;
  if (!from_file)
    for (const Index module : module_of_nodes(plan.network.sizes))
      rows.facts.modules.push_back(std::to_string(module + 1));
  if (!plan.labels.empty()) rows.facts.modules = read_labels(plan.labels, matrix.rows);
  const auto order = order_of_variables(matrix.rows, plan.shuffle);
  permute_columns(rows.train, order);
  permute_columns(rows.test, order);
  permute_facts(rows.facts, order);
  const Table ordered = permuted(matrix, order);
  rows.places = covariance ? graph_of_correlations(ordered) : graph_of_couplings(ordered);
  return rows;
}

}  // namespace

std::shared_ptr<const PreparedRows> simulate_rows(const SimulationPlan& plan) {
  return share_rows(name_of(plan), [&] { return make(plan); });
}

}  // namespace sextant::data
