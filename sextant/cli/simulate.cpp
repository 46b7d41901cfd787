// `sextant simulate`: series whose arrangement is known.
#include "sextant/lab/simulate.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/print.h"
#include "sextant/lab/result_json.h"

namespace sextant::cli {
namespace {

constexpr const char* simulate_footer =
    "x(t+1) = tanh(s W x(t)) / s + noise e(t) with couplings W along the edges of a ring, a torus, a lattice or a "
    "tree,\n"
    "or inside the modules of a network. Writes series.npy (time, nodes; nodes in random order), couplings.npy, and\n"
    "distances.npy (edges on the shortest path) or labels.txt (modules).\n"
    "Examples:\n"
    "  sextant simulate ring --sizes 50 --out ring && sextant discover ring/series.npy --distances ring/distances.npy\n"
    "  sextant simulate lattice --sizes 4,4,4 --out lattice\n"
    "  sextant simulate tree --sizes 3,3,3 --out tree\n"
    "  sextant simulate network --coupling 3 --nonlinearity 2 --out strong";

int run_simulate(const SimulateOptions& options, bool json) {
  const Simulated made = lab::simulate(options);
  if (json) {
    print_out("{}\n", as_json(made).dump(2));
    return 0;
  }
  print_out("{}: {} nodes, {} time points\n", options.shape, made.nodes, options.steps);
  for (const auto& file : made.files) print_out("{}\n", file);
  return 0;
}

}  // namespace

void add_simulate(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("simulate", "Simulate time series of a network whose arrangement is known");
  auto options = std::make_shared<SimulateOptions>();
  command->add_option("shape", options->shape, "network, ring, torus, lattice or tree")->required();
  command->add_option("--out", options->out, "output directory (default: the shape's name)")->type_name("DIR");
  command
      ->add_option("--sizes", options->sizes,
                   "nodes of each module of a network (5 of 10), of a ring (50), sides of a torus (8,8) or lattice "
                   "(4,4,4), children by level of a tree (2,2,2,2,2)")
      ->delimiter(',')
      ->type_name("NUMBERS");
  command->add_option("--coupling", options->coupling, "total coupling into a node, of a network from its own module")
      ->capture_default_str();
  command->add_option("--between", options->between, "total coupling into a node from all other modules of a network")
      ->capture_default_str();
  command->add_option("--density", options->density, "connection probability of a network")->capture_default_str();
  command->add_flag("--directed", options->directed,
                    "the two directions of a connection of a network are drawn independently");
  command->add_option("--nonlinearity", options->nonlinearity, "s in tanh(s W x) / s; 0: linear")
      ->capture_default_str();
  command->add_option("--noise", options->noise, "standard deviation of the noise")->capture_default_str();
  command->add_option("--steps", options->steps, "time points")->capture_default_str();
  command->add_option("--seed", options->seed, "of the network, the noise and the order of the nodes")
      ->capture_default_str();
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print the result as JSON instead");
  command->footer(simulate_footer);
  command->callback([=, &exit_code] { exit_code = run_simulate(*options, *json); });
}

}  // namespace sextant::cli
