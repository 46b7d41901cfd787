// Where the runs of a sweep are entered once they have come to their end.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/run_record.h"

namespace sextant::results {

class RunIndex {
 public:
  virtual ~RunIndex() = default;
  /// Reads the directories of runs that came to an end and writes their rows, all or none; a run that has a row already
  /// gets the new one in its place. Directories without a result are left out; those with a damaged file are left out
  /// too, and returned with the reason.
  virtual std::vector<Fault> record(const std::vector<std::string>& directories) = 0;
};

}  // namespace sextant::results
