// Reading and comparing the files that a run ends with.
#include "sextant/results/ending.h"

#include "sextant/core/files.h"
#include "sextant/results/run_files.h"

namespace sextant::results {

Ending read_ending(const std::string& directory) {
  const auto read = [&](const char* name) { return read_file(file_in(directory, name)); };
  const bool has_positions = file_exists(file_in(directory, run_file::positions));
  return {read(run_file::checkpoint), read(run_file::metrics), has_positions ? read(run_file::positions) : "",
          read(run_file::result)};
}

std::string describe_difference(const Ending& expected, const Ending& given) {
  if (expected.checkpoint != given.checkpoint) return "the final checkpoints differ";
  if (expected.metrics != given.metrics) return "the metrics differ";
  if (expected.positions != given.positions) return "the position tables differ";
  if (expected.result != given.result) return "the results differ";
  return "";
}

}  // namespace sextant::results
