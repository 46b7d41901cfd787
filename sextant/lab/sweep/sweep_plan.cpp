#include "sextant/lab/sweep/sweep_plan.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {

SweepPlan plan_sweep(const SweepOptions& options, Events& events, std::stop_token) {
  require_file_name("--name", options.name);
  require(!options.adaptive && !options.until_decided,
          "sweep: who trains the runs elsewhere asks for all of them; use Boundary to choose");
  events.on_stage("planning");
  const Grid grid(options.configuration, options.assignments);
  const auto jobs = plan_jobs(options, grid, *make_runner());
  const SweepDirectory directory{options.out.empty() ? "sweeps/" + options.name : options.out};
  directory.prepare(grid);
  SweepPlan plan{directory.path, static_cast<Index>(jobs.size()), {}};
  for (const auto& job : look_up(directory, jobs, nullptr).pending)
    plan.pending.push_back({job, directory.run(job.name)});
  return plan;
}

}  // namespace sextant::lab
