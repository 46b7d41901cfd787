#include "sextant/lab/sweep/jobs.h"

#include <charconv>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/random.h"
#include "sextant/lab/sweep/sweep.h"

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

// The part and the order of a grid's jobs: the same every time, so that two processes or parts agree.
namespace {

/// Every N-th job, starting with the K-th.
std::vector<SweepJob> take_part(const std::vector<SweepJob>& jobs, const std::string& part) {
  std::size_t number = 0, parts = 0;
  const char* const end = part.data() + part.size();
  const auto first = std::from_chars(part.data(), end, number);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, parts) : first;
  require(slash && second.ec == std::errc() && second.ptr == end && number >= 1 && number <= parts,
          "--part {}: expected K/N with 1 <= K <= N, as in 3/8", part);
  std::vector<SweepJob> result;
  for (std::size_t i = number - 1; i < jobs.size(); i += parts) result.push_back(jobs[i]);
  return result;
}

void shuffle_jobs(std::vector<SweepJob>& jobs) {
  const Random random(0, Stream::order, 0, 0);
  for (std::size_t i = jobs.size(); i > 1; --i) std::swap(jobs[i - 1], jobs[random.below(i, i)]);
}

}  // namespace

std::vector<SweepJob> plan_jobs(const SweepOptions& options, const Grid& grid, const Runner& runner) {
  auto jobs = make_jobs(grid, runner, options.name);
  if (options.shuffle) shuffle_jobs(jobs);
  return options.part.empty() ? jobs : take_part(jobs, options.part);
}

}  // namespace sextant::lab
