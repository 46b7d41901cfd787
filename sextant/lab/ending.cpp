// Reading and comparing the files that a run ends with.
#include "sextant/lab/ending.h"

#include "sextant/core/files.h"

namespace sextant::lab {

Ending read_ending(const std::string& directory) {
  const std::string positions = directory + "/positions.safetensors";
  return {read_file(directory + "/checkpoint.safetensors"), read_file(directory + "/metrics.csv"),
          file_exists(positions) ? read_file(positions) : "", read_file(directory + "/result.json")};
}

std::string describe_difference(const Ending& expected, const Ending& given) {
  if (expected.checkpoint != given.checkpoint) return "the final checkpoints differ";
  if (expected.metrics != given.metrics) return "the metrics differ";
  if (expected.positions != given.positions) return "the position tables differ";
  if (expected.result != given.result) return "the results differ";
  return "";
}

}  // namespace sextant::lab
