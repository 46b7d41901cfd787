// Counts in memory or in files, sorted in runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sextant/core/temporary_file.h"

namespace sextant::stress {

// Numbers of four bytes, in memory or in a temporary file whose pages come and go; copies share them.

class CountRows {
 public:
  CountRows() = default;
  explicit CountRows(std::vector<std::uint32_t> numbers);
  explicit CountRows(std::shared_ptr<TemporaryFile> file);

  const std::uint32_t* data() const { return data_; }
  bool in_file() const { return file_ != nullptr; }
  /// Numbers begin .. end are not needed for now.
  void drop(std::size_t begin, std::size_t end) const;

 private:
  std::shared_ptr<const std::vector<std::uint32_t>> memory_;
  std::shared_ptr<TemporaryFile> file_;
  const std::uint32_t* data_ = nullptr;
};

/// Walks along a source of entries and drops what was passed, so that only a few megabytes of a file are in memory.
template <class Source>
class DropBehind {
 public:
  explicit DropBehind(const Source& source) : source_(source) {}
  ~DropBehind() { source_.drop(dropped_, passed_); }
  DropBehind(const DropBehind&) = delete;
  DropBehind& operator=(const DropBehind&) = delete;

  /// All entries before this one are done with.
  void pass(std::size_t entry) {
    passed_ = entry;
    if (passed_ - dropped_ < step) return;
    source_.drop(dropped_, passed_);
    dropped_ = passed_;
  }

 private:
  static constexpr std::size_t step = 1 << 18;  // entries

  const Source& source_;
  std::size_t dropped_ = 0;
  std::size_t passed_ = 0;
};

// Runs of counts in a temporary file, each in the order of its keys, and their sum in that order.

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
