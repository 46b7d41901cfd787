// metrics.csv: one row per recorded step or evaluation, appended as training goes on. A row is there whole
// or not at all, also when the disk is full.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/digest.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"
#include "sextant/results/metrics_row.h"

namespace sextant::results {

class MetricsFile {
 public:
  explicit MetricsFile(std::string path) : path_(std::move(path)) {}
  ~MetricsFile();
  MetricsFile(const MetricsFile&) = delete;
  MetricsFile& operator=(const MetricsFile&) = delete;

  /// Starts a new file, or goes on with the rows up to step `keep_through` of the old one. `readings` are the columns
  /// that rows of the meter fill.
  void open(std::optional<Index> keep_through, Sync sync, const std::vector<std::string>& readings);
  void add(const MetricsRow& row);
  /// Returns once all rows are on the disk.
  void sync();
  /// {"bytes": ..., "digest": ...} of all that is in the file: a checkpoint vouches for it.
  Tree written() const;

 private:
  void note_bytes(std::string_view bytes);
  std::string write_row(const MetricsRow& row) const;

  std::string path_;
  int descriptor_ = -1;
  Digest digest_;
  std::size_t bytes_ = 0;
  std::vector<std::string> readings_;
};

}  // namespace sextant::results
