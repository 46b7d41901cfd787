// The runs of a sweep, ready to be asked about.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/results/results_table.h"

namespace sextant::results {

struct Results {
  ResultsTable runs;              // those that came to an end and satisfy the conditions, with all columns
  std::vector<std::string> axes;  // the swept keys
  Index unfinished = 0;           // run directories without an end
  std::string fault;              // why the store could not be brought up to date, if so

  /// The final metrics that have a value, accuracies first.
  std::vector<std::string> metrics() const;
  /// The keys of the configuration, except the seed, that have more than one value.
  std::vector<std::string> varying() const;
  /// What runs are grouped by where nobody says otherwise: the swept keys except the seed.
  std::vector<std::string> default_groups() const;
};

/// `sweep` is the directory of a sweep or its store. Runs that came to an end without a row in the store get it first.
/// `where` as in results_where.h; empty: all runs.
Results read_results(const std::string& sweep, const std::string& where);

/// Whether a column says how a run was made, rather than how it went; the seed and the code version are of neither
/// kind.
bool is_configuration(const std::string& column);

}  // namespace sextant::results
