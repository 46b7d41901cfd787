// One process at a time in a directory, on any file system and from any machine.
#pragma once

#include <optional>
#include <string>

#include "sextant/core/lock_file.h"

namespace sextant::lab {

/// Another process is working in the directory.
class BusyDirectory : public Error {
 public:
  using Error::Error;
};

class DirectoryLock {
 public:
  /// Of a directory that is there. BusyDirectory where another process has it.
  explicit DirectoryLock(const std::string& path);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// An Error where another process has taken the directory over.
  void require_held() const { file_->require_held(); }

 private:
  int descriptor_ = -1;
  std::optional<LockFile> file_;
};

}  // namespace sextant::lab
