// metrics.csv, read back.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/metrics_row.h"

namespace sextant::results {

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

}  // namespace sextant::results
