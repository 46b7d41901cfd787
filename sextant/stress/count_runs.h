// Runs of counts in a temporary file, each in the order of its keys, and their sum in that order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sextant/core/temporary_file.h"

namespace sextant::stress {

/// Rows of `stride` numbers: token, position, counts.
class CountRuns {
 public:
  explicit CountRuns(std::size_t stride);

  /// To the run that is being written; token and position ascend.
  void append(const std::uint32_t* row);
  void end_run();
  /// Every key once, ascending, its counts summed over the runs.
  void merge(const std::function<void(const std::uint32_t*)>& visit) const;

 private:
  struct Run {
    std::size_t begin, end;  // bytes of the file
  };

  void flush();

  std::size_t stride_;
  std::unique_ptr<TemporaryFile> file_;
  std::vector<std::uint32_t> numbers_;  // that are not in the file yet
  std::vector<Run> runs_;
};

}  // namespace sextant::stress
