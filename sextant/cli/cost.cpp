// `sextant cost`: what a job costs on this machine, before it is run.
#include "sextant/lab/cost/cost.h"

#include <CLI/CLI.hpp>

#include "sextant/cli/commands.h"
#include "sextant/cli/job.h"
#include "sextant/cli/print.h"
#include "sextant/cli/stage_display.h"
#include "sextant/lab/result_json.h"

namespace sextant::cli {
namespace {

constexpr const char* cost_footer =
    "Seconds (of one core, or by the clock where train.threads is above 1) and memory are measured with a few steps;\n"
    "nothing is written. Operations are those of a plain implementation, counted on paper: multiplications and\n"
    "additions, backward twice forward; what the engine leaves out is not subtracted, so GFLOP/s may exceed the\n"
    "machine's. Bytes moved: all that a step holds, written and read once.\n"
    "A GPU takes overhead + operations / throughput for a step, one run at a time; give what it sustains.\n"
    "Examples:\n"
    "  sextant cost job.toml\n"
    "  sextant cost job.toml model.width=256 --gpu-teraflops 10 --gpu-overhead 2\n"
    "  sextant sweep job.toml seed=1:15 --dry-run        the same of a whole sweep";

struct CostRequest : CostOptions {
  bool json = false;
  bool quiet = false;
};

int run_cost(const CostRequest& request) {
  StageDisplay display(request.quiet);
  const CostResult result = lab::cost(request, display);
  display.end();
  if (request.json)
    print_out("{}\n", as_json(result).dump(2));
  else
    print_out("{}", result.text());
  return 0;
}

}  // namespace

void add_cost(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("cost", "Predict operations, seconds and memory of a job, and how they grow");
  auto typed = std::make_shared<TypedJob>();
  auto request = std::make_shared<CostRequest>();
  auto no_growth = std::make_shared<bool>(false);
  typed->add_to(*command, job_help);
  command->add_option("-j", request->at_once, "number of runs in parallel (default: one per core)")->type_name("N");
  command->add_flag("--no-growth", *no_growth, "do not measure how cost grows with length, width, depth and batch");
  command->add_option("--gpu-teraflops", request->gpu_teraflops, "compare with a GPU that sustains so many TFLOP/s")
      ->type_name("T");
  command
      ->add_option("--gpu-overhead", request->gpu_overhead,
                   "milliseconds a step that the GPU takes to launch its kernels")
      ->type_name("MS");
  command->add_flag("--quiet", request->quiet, "no progress output");
  command->add_flag("--json", request->json, "print the result as JSON instead");
  command->footer(cost_footer);
  command->callback([=, &exit_code] {
    request->configuration = Job(*typed).configuration;
    request->growth = !*no_growth;
    exit_code = run_cost(*request);
  });
}

}  // namespace sextant::cli
