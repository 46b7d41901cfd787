// The results of a sweep in one SQLite file: a row per run with its configuration and final metrics, and the metrics
// of all steps. The run directories are the truth; the store is their index and can be made again from them.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sextant/results/job.h"
#include "sextant/results/run_index.h"

namespace SQLite {
class Database;
}

namespace sextant::results {

class StoreFile;

class Store final : public RunIndex {
 public:
  static constexpr int version = 1;  // of the tables, in SQLite's user_version

  /// Opens `path` and makes it where it is not there. Several processes may have it open at once.
  explicit Store(const std::string& path);
  ~Store() override;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// The swept keys, added to those of earlier requests.
  void add_axes(const std::vector<std::string>& keys);
  /// Names of the runs that have a row with status done or diverged.
  std::set<std::string> finished() const;
  /// All in one transaction.
  std::vector<Fault> record(const std::vector<std::string>& directories) override;

 private:
  void add_columns(const Tree& row);
  void write_record(const RunRecord& record, const Tree& row);
  void write_checksum(std::int64_t run);
  void write_metrics(std::int64_t run, const std::vector<MetricsRow>& rows);

  std::string path_;
  std::unique_ptr<StoreFile> file_;
  SQLite::Database* database_ = nullptr;  // of the file
  std::set<std::string> columns_;         // of the table runs
};

}  // namespace sextant::results
