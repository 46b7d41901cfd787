// The directory of a sweep: sweep.toml (the request), runs/ (one directory each) and results.sqlite (their index).
#pragma once

#include "sextant/core/index.h"
#include "sextant/results/grid.h"
#include "sextant/results/run_files.h"
#include "sextant/results/store.h"

namespace sextant::results {

struct SweepDirectory {
  std::string path;

  std::string runs() const { return file_in(path, sweep_file::runs); }
  std::string run(const std::string& name) const { return runs() + "/" + name; }
  std::string store() const { return file_in(path, sweep_file::store); }
  std::string request() const { return file_in(path, sweep_file::request); }

  /// Makes the directories and writes the request.
  void prepare(const Grid& grid) const;
};

/// What of a request is there already.
struct Progression {
  Index done = 0;
  Index diverged = 0;
  std::vector<SweepJob> pending;
};

/// Looks at the results on the disk; with a store, rows that are missing there are written. A damaged run is pending:
/// it will be set aside and trained again.
Progression look_up(const SweepDirectory& directory, const std::vector<SweepJob>& jobs, Store* store);

/// Writes a row for every run of the directory that came to an end and has none; returns how many. Damaged runs are
/// left out and added to `faults`.
Index gather(const SweepDirectory& directory, Store& store, std::vector<Fault>& faults);

}  // namespace sextant::results
