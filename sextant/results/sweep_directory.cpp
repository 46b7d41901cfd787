// What is on the disk decides; the store follows.
#include "sextant/results/sweep_directory.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/results/run_reader.h"

namespace sextant::results {

void SweepDirectory::prepare(const Grid& grid) const {
  make_directory(runs());
  remove_orphans(path);
  write_file_atomically(request(), write_toml(grid.write()));
}

Progression look_up(const SweepDirectory& directory, const std::vector<SweepJob>& jobs, Store* store) {
  Progression result;
  const auto known = store ? store->finished() : std::set<std::string>();
  std::vector<std::string> unknown;
  for (const auto& job : jobs) {
    const auto found = read_run_result(directory.run(job.name));
    const std::string status = found ? found->at("status").get<std::string>() : "";
    if (status != "done" && status != "diverged") {
      result.pending.push_back(job);
      continue;
    }
    ++(status == "done" ? result.done : result.diverged);
    if (!known.contains(job.name)) unknown.push_back(directory.run(job.name));
  }
  if (store) store->record(unknown);
  return result;
}

Index gather(const SweepDirectory& directory, Store& store) {
  const auto known = store.finished();
  std::vector<std::string> found;
  std::error_code reason;
  for (const auto& entry : std::filesystem::directory_iterator(directory.runs(), reason))
    if (!known.contains(entry.path().filename().string()) && read_run_result(entry.path().string()))
      found.push_back(entry.path().string());
  require(!reason, "{}: cannot be read: {}", directory.runs(), reason.message());
  std::ranges::sort(found);  // the order of a directory is nobody's wish
  store.record(found);
  return static_cast<Index>(found.size());
}

}  // namespace sextant::results
