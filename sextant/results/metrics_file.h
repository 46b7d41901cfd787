// metrics.csv: a row, its writer and its reader.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/core/digest.h"
#include "sextant/core/event_file.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"

namespace sextant::results {

// A row of metrics.csv: written by a run, read by everybody.

struct MetricsRow {
  Index step = 0;
  std::string split;  // "train", or that of an evaluation; "meter" for a row of readings
  std::optional<double> loss = {};
  std::optional<double> accuracy = {};
  std::optional<double> learning_rate = {};  // of training rows
  std::optional<double> gradient_norm = {};
  std::vector<std::pair<std::string, double>> readings = {};  // of the meter: "meter.kernel_drift"

  /// By the name of its column; nothing where it was not measured.
  std::optional<double> find(std::string_view column) const;
};

/// The columns between the split and the readings.
inline constexpr std::pair<const char*, std::optional<double> MetricsRow::*> metrics_columns[] = {
    {"loss", &MetricsRow::loss},
    {"accuracy", &MetricsRow::accuracy},
    {"learning_rate", &MetricsRow::learning_rate},
    {"gradient_norm", &MetricsRow::gradient_norm}};

/// What was measured, by the names of TensorBoard: loss and accuracy under their split, the others under their own
/// name.
Scalars scalars_of(const MetricsRow& row);

// metrics.csv, read back.

/// The file as texts, for programs that hand it on.
struct MetricsTable {
  std::vector<std::string> columns;            // as in the first line: step, split, loss, ...
  std::vector<std::vector<std::string>> rows;  // one text per column; "" where nothing was measured
};

/// The whole lines of the file of a run: the last one of a run that goes on may be half written. An Error where the
/// directory holds no such file, or rows that no run wrote.
MetricsTable read_metrics_table(const std::string& directory);

/// The same as numbers.
std::vector<MetricsRow> read_metrics(const std::string& directory);

// metrics.csv: one row per recorded step or evaluation, appended as training goes on. A row is there whole
// or not at all, also when the disk is full.

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
