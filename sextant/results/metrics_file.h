// metrics.csv: one row per recorded step or evaluation, appended as training goes on. A row is there whole
// or not at all, also when the disk is full.
#pragma once

#include <optional>
#include <string>

#include "sextant/core/files.h"
#include "sextant/train/meter.h"
#include "sextant/train/metrics.h"

namespace sextant::results {

struct MetricsRow {
  Index step = 0;
  std::string split;
  Metrics metrics;
  std::optional<double> learning_rate;  // of training rows
  std::optional<double> gradient_norm;
  std::vector<Reading> readings;  // of rows of the meter, which have nothing else
};

class MetricsFile {
 public:
  explicit MetricsFile(std::string path) : path_(std::move(path)) {}
  ~MetricsFile();
  MetricsFile(const MetricsFile&) = delete;
  MetricsFile& operator=(const MetricsFile&) = delete;

  /// Starts a new file, or goes on with the rows up to step `keep_through` of the old one. `more_columns` are those of
  /// the readings.
  void open(std::optional<Index> keep_through, Sync sync, const std::vector<std::string>& more_columns);
  void add(const MetricsRow& row);
  /// Returns once all rows are on the disk.
  void sync();

 private:
  std::string write_row(const MetricsRow& row) const;

  std::string path_;
  int descriptor_ = -1;
  std::size_t more_columns_ = 0;
};

}  // namespace sextant::results
