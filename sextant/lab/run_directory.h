// The directory of one run: which files it has, whose run it holds, and that only one process works in it. After a
// loss of power a checkpoint or a finished result is there only together with everything that was written before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/configuration.h"
#include "sextant/lab/directory_lock.h"
#include "sextant/lab/run_identity.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {

class RunDirectory {
 public:
  /// Makes the directory and locks it. Refuses one that another process works in, or that holds a run of
  /// another configuration or other data, or an unfinished one of other code; with `fresh` the run in it is removed
  /// instead. A run with a damaged file is moved into its folder `damaged` and begins anew.
  RunDirectory(std::string path, const Configuration& configuration, bool fresh);

  const std::string& path() const { return path_; }
  std::string file(const char* name) const { return file_in(path_, name); }
  bool has(const char* name) const;

  /// A file may wait for sync() as long as no checkpoint vouches for it.
  Sync when_to_sync() const { return has(run_file::checkpoint) ? Sync::now : Sync::later; }
  void write(const char* name, std::string_view content);
  /// Somebody else wrote this file, as when_to_sync() said.
  void note_written(const char* name);
  /// Returns once all files that wait, and their names, are on the disk; to be called before a checkpoint appears. An
  /// Error where another process has taken the directory over.
  void sync();

  /// What was found damaged, and what became of it; empty: nothing was.
  const std::string& damage() const { return damage_; }

  /// They speak of the weights that were there.
  void remove_panels() const;

  /// result.json of a run that came to its end (done or diverged), if it did.
  std::optional<Tree> finished_result() const;

 private:
  void remove_run() const;
  void set_remains_aside();
  void set_aside(const std::string& reason);
  void refuse_other_run(const Configuration& configuration) const;
  void refuse_other_data(const Configuration& configuration) const;
  void refuse_other_code(const Configuration& configuration) const;
  Tree environment() const;

  std::string path_;
  std::vector<std::string> waiting_;  // written, not yet synced
  std::string damage_;
  DirectoryLock lock_;
};

}  // namespace sextant::lab
