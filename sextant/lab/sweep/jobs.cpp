#include "sextant/lab/sweep/jobs.h"

#include <set>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::lab {

SweepJob make_job(const Grid& grid, const Settings& cell, const Runner& runner, const std::string& stem) {
  Tree configuration = grid.base;
  for (const auto& [key, value] : cell) set_option(configuration, key, value);
  SweepJob job;
  try {
    job.configuration = runner.resolve(configuration);
  } catch (const Error& error) {
    if (cell.empty()) throw;
    fail("{} (in the run {})", error.what(), describe_settings(cell));
  }
  job.name = runner.name(stem, job.configuration);
  job.settings = cell;
  return job;
}

std::vector<SweepJob> make_jobs(const Grid& grid, const Runner& runner, const std::string& stem) {
  std::vector<SweepJob> jobs;
  std::set<std::string> names;
  for (const auto& cell : grid.cells()) {
    SweepJob job = make_job(grid, cell, runner, stem);
    if (names.insert(job.name).second) jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace sextant::lab
