// A simulated network with known modules (Ito et al., arXiv 2406.08272, second experiment): a token is a node, a sample
// one time point of x(t+1) = tanh(W x(t)) + noise, and masked nodes are told from the others. Or series with given
// couplings or a given covariance. See masked_variables.h and math/series.
#include "sextant/tasks/masked_variables.h"
#include "sextant/tasks/task.h"

namespace sextant::tasks {
namespace {

struct NetworkSimulationOptions final : Options {
  std::string source = "network", matrix, labels;
  Index modules = 5, nodes = 10;
  std::vector<Index> sizes;
  double inside = 1.2, between = 0.02, inside_probability = 1, between_probability = 1;
  bool directed = false;
  double negative_share = 0, nonlinearity = 1, noise = 0.5;
  Index burn_in = 500, steps = 50'000, test_steps = 2000, shuffle = 1;
  MaskPlan masks{.test_rows = 0};

  void visit(OptionVisitor& option) override {
    option.choice("source", source, {"network", "coupling", "covariance"},
                  "simulate a modular network, or use the coupling or covariance matrix in task.matrix");
    option.path("matrix", matrix, "file with a square matrix, for source coupling or covariance");
    option.path("labels", labels, "module label of each row of task.matrix, if known");
    option("modules", modules, core::between(1, 1e4), "number of modules");
    option("nodes", nodes, core::between(1, 1e4), "nodes per module");
    option("sizes", sizes, core::between(1, 1e4), "nodes of each module if sizes differ; replaces modules and nodes");
    option("inside", inside, "total coupling into a node from its own module");
    option("between", between, "total coupling into a node from all other modules");
    option("inside_probability", inside_probability, core::between(0, 1),
           "connection probability within a module (stochastic block model)");
    option("between_probability", between_probability, core::between(0, 1), "connection probability between modules");
    option("directed", directed, "directed network: the two directions of a connection are drawn independently");
    option("negative_share", negative_share, core::between(0, 1), "fraction of negative couplings");
    option("nonlinearity", nonlinearity, at_least(0), "s in tanh(s W x) / s; 0: a linear network");
    option("noise", noise, positive(), "standard deviation of the noise added to each node at each time step");
    option("burn_in", burn_in, at_least(0), "initial time points to discard");
    option("steps", steps, at_least(10), "time points for training");
    option("test_steps", test_steps, at_least(1), "time points of an independent simulation for testing");
    option("shuffle", shuffle, any_seed(), "seed of the random node order; 0: nodes sorted by module");
    masks.visit(option);
  }
};

std::vector<Index> sizes_of(const NetworkSimulationOptions& own) {
  if (!own.sizes.empty()) return own.sizes;
  return std::vector<Index>(static_cast<std::size_t>(own.modules), own.nodes);
}

SimulationPlan make_plan(const NetworkSimulationOptions& own) {
  own.masks.check();
  SimulationPlan plan;
  plan.source = own.source;
  plan.matrix = own.matrix;
  plan.labels = own.labels;
  const auto seed = static_cast<std::uint64_t>(own.masks.data_seed);
  plan.network = {sizes_of(own),           own.inside,   own.between,        own.inside_probability,
                  own.between_probability, own.directed, own.negative_share, seed};
  plan.run = {own.nonlinearity, own.noise, own.burn_in, own.steps, seed};
  plan.test_steps = own.test_steps;
  plan.shuffle = own.shuffle;
  Index count = 0;
  for (const Index size : plan.network.sizes) count += size;
  require(count >= 2 && count <= 10'000, "task.sizes: expected 2 to 10000 nodes, not {}", count);
  return plan;
}

class NetworkSimulation final : public MaskedVariables {
 public:
  using OwnOptions = NetworkSimulationOptions;
  NetworkSimulation(const NetworkSimulationOptions& own, std::uint64_t)
      : MaskedVariables("network_simulation", own.masks, simulate_rows(make_plan(own))) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(network_simulation, NetworkSimulation)

}  // namespace sextant::tasks
