// Reading a store: its axes, the runs that satisfy conditions as a table, and all runs with their metrics. Options are
// in normal form, whatever version of the program wrote them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sextant/core/lock_file.h"
#include "sextant/results/results_table.h"
#include "sextant/results/results_where.h"
#include "sextant/results/run_record.h"

namespace SQLite {
class Database;
}

namespace sextant::results {

class StoreReader {
 public:
  /// Refuses a file that is no store, or one of a newer version.
  explicit StoreReader(const std::string& path);
  ~StoreReader();
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;

  /// Every run by its name, with its status.
  std::map<std::string, std::string> statuses() const;
  /// The swept keys, in the order they were given.
  std::vector<std::string> axes() const;
  /// All columns of the runs for which every condition holds, in the order they were recorded.
  ResultsTable runs(const std::vector<Condition>& conditions) const;
  /// Every run with all its metrics, in the same order; `runs_directory` is where their directories are.
  std::vector<RunRecord> records(const std::string& runs_directory) const;

 private:
  std::string path_;
  std::optional<LockFile> lock_;  // where other machines may write the store
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace sextant::results
