// A checksum per run in the store: over its row, and over its metrics and readings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/tree.h"
#include "sextant/results/metrics_file.h"

namespace sextant::results {

inline constexpr const char* row_checksum = "row_checksum";
inline constexpr const char* metrics_checksum = "metrics_checksum";

/// The store is not what was written. It is an index of the run directories and is made again from them.
class DamagedStore : public Error {
 public:
  using Error::Error;
};

/// Of what SQLite returns: columns that are null do not count, so a column that is added later changes nothing.
std::string checksum_row(const std::vector<std::pair<std::string, Tree>>& columns);

/// Of rows in the order of their steps, readings after the others, as they come back from the store.
std::string checksum_metrics(const std::vector<MetricsRow>& rows);

}  // namespace sextant::results
