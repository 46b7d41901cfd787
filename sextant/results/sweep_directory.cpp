// What is on the disk decides; the store follows.
#include "sextant/results/sweep_directory.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_reader.h"

namespace sextant::results {

void SweepDirectory::prepare(const Grid& grid) const {
  make_directory(runs());
  remove_orphans(path);
  write_file_atomically(request(), write_toml(grid.write()));
}

namespace {

/// Of a run that came to its end; empty: it did not, or what it left is damaged or cannot be read. Weights may be
/// large, so they are left to those who read them.
std::string status_of(const std::string& run) {
  try {
    const auto found = read_run_result(run);
    if (!found) return "";
    if (found->at("status") != "failed") check_run_files(run, *found, false);
    return found->at("status").get<std::string>();
  } catch (const Error&) {
    return "";  // it is asked for, and says itself what is wrong
  }
}

}  // namespace

Progression look_up(const SweepDirectory& directory, const std::vector<SweepJob>& jobs, Store* store) {
  Progression result;
  const auto known = store ? store->finished() : std::set<std::string>();
  std::vector<std::string> unknown;
  std::map<std::string, std::string> statuses;  // by directory
  for (const auto& job : jobs) {
    const std::string run = directory.run(job.name);
    const std::string status = statuses[run] = status_of(run);
    if ((status == "done" || status == "diverged") && !known.contains(job.name)) unknown.push_back(run);
  }
  if (store)
    for (const auto& fault : store->record(unknown)) statuses[fault.file].clear();
  for (const auto& job : jobs) {
    const std::string& status = statuses[directory.run(job.name)];
    if (status != "done" && status != "diverged") {
      result.pending.push_back(job);
      continue;
    }
    ++(status == "done" ? result.done : result.diverged);
    remove_orphans(directory.run(job.name));  // whoever released its lock on a full disk may have left a file
  }
  return result;
}

Index gather(const SweepDirectory& directory, Store& store, std::vector<Fault>& faults) {
  remove_orphans(directory.path);
  const auto known = store.finished();
  std::vector<std::string> found;
  std::error_code reason;
  for (const auto& entry : std::filesystem::directory_iterator(directory.runs(), reason))
    if (!known.contains(entry.path().filename().string()) &&
        file_exists(file_in(entry.path().string(), run_file::result)))
      found.push_back(entry.path().string());
  require(!reason, "{}: cannot be read: {}", directory.runs(), reason.message());
  std::ranges::sort(found);  // the order of a directory is nobody's wish
  const std::size_t before = store.finished().size();
  const auto damaged = store.record(found);
  faults.insert(faults.end(), damaged.begin(), damaged.end());
  return static_cast<Index>(store.finished().size() - before);
}

}  // namespace sextant::results
