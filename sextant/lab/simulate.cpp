#include "sextant/lab/simulate.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/data/series/graph_shapes.h"
#include "sextant/data/series/prepared_rows.h"

namespace sextant::lab {
namespace {

/// Rows and columns in another order.
Table in_order(const Table& matrix, const std::vector<std::int32_t>& order) {
  Table result(matrix.rows, matrix.columns);
  for (Index i = 0; i < matrix.rows; ++i)
    for (Index j = 0; j < matrix.columns; ++j)
      result(i, j) = matrix(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  return result;
}

NetworkRequest make_network(const SimulateOptions& options) {
  NetworkRequest network;
  network.sizes = options.sizes.empty() ? std::vector<Index>(5, 10) : options.sizes;
  network.inside = options.coupling;
  network.between = options.between;
  network.inside_probability = options.density;
  network.between_probability = options.density;
  network.directed = options.directed;
  network.seed = static_cast<std::uint64_t>(options.seed);
  return network;
}

void write_table(const std::string& path, const Table& table) {
  write_npy(path, {table.rows, table.columns}, table.values);
}

}  // namespace

void SimulateOptions::visit(OptionVisitor& option) {
  option("shape", shape, "network (with modules), ring, torus, lattice or tree");
  option("out", out, "output directory");
  option("sizes", sizes, "nodes of each module; of a ring; sides of a torus or lattice; children by level of a tree");
  option("coupling", coupling, "total coupling into a node, of a network from its own module");
  option("between", between, "total coupling into a node from all other modules of a network");
  option("density", density, core::between(0, 1), "connection probability of a network");
  option("directed", directed, "the two directions of a connection of a network are drawn independently");
  option("nonlinearity", nonlinearity, at_least(0), "s in tanh(s W x) / s; 0: a linear network");
  option("noise", noise, positive(), "standard deviation of the noise added to each node at each time step");
  option("steps", steps, at_least(10), "time points");
  option("seed", seed, any_seed(), "seed of the network, the noise and the order of the nodes");
}

std::vector<std::string> simulated_shapes() {
  auto shapes = graph_shapes();
  shapes.insert(shapes.begin(), "network");
  return shapes;
}

Simulated simulate(const SimulateOptions& options) {
  check_options("simulate", {&options});
  const auto shapes = simulated_shapes();
  require(std::ranges::find(shapes, options.shape) != shapes.end(), "simulate '{}': expected {}", options.shape,
          fmt::join(shapes, ", "));
  const bool modular = options.shape == "network";
  const Table graph = modular ? Table() : shape_graph(options.shape, options.sizes);
  const Table couplings = modular ? make_couplings(make_network(options)) : couple_edges(graph, options.coupling);
  const auto order = order_of_variables(couplings.rows, options.seed);
  const Table shuffled = in_order(couplings, order);
  const Table series = simulate_network(shuffled, {.nonlinearity = options.nonlinearity,
                                                   .noise = options.noise,
                                                   .burn_in = 500,
                                                   .steps = options.steps,
                                                   .seed = static_cast<std::uint64_t>(options.seed)});
  Simulated result{options.out.empty() ? options.shape : options.out, couplings.rows, {}};
  const auto place = [&](const char* name) {
    result.files.push_back(result.directory + "/" + name);
    return result.files.back();
  };
  make_directory(result.directory);
  write_table(place("series.npy"), series);
  write_table(place("couplings.npy"), shuffled);
  if (!modular) {
    write_table(place("distances.npy"), in_order(path_lengths(graph), order));
    return result;
  }
  const auto modules = module_of_nodes(make_network(options).sizes);
  std::string labels;
  for (const auto node : order) labels += fmt::format("module {}\n", modules[static_cast<std::size_t>(node)] + 1);
  write_file_atomically(place("labels.txt"), labels);
  return result;
}

}  // namespace sextant::lab
