// A lock that works where flock does not: a file that only one process can make, with its owner in it. The owner
// touches it every few seconds. A lock is taken over where its owner is known to be dead (same machine, process gone)
// or has not touched it for a minute (another machine), by the clock of the file system.
#pragma once

#include <chrono>
#include <string>

#include "sextant/core/error.h"

namespace sextant::core {

/// Somebody else has the lock.
class BusyLock : public Error {
 public:
  using Error::Error;
};

class LockFile {
 public:
  /// How long an owner on another machine may be silent.
  static constexpr std::chrono::seconds lease{60};

  /// Makes the file, waiting so long for another owner; BusyLock where that was not enough. Where the place cannot be
  /// written at all there is nothing to protect, and no lock is taken. `sole`: no other machine
  /// sees the place, and another lock of the caller's keeps everybody of this one out. Then an owner of an earlier boot
  /// is dead, and a full disk is no hindrance.
  explicit LockFile(std::string path, std::chrono::milliseconds patience = std::chrono::milliseconds(0),
                    bool sole = false);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /// An Error where another process has taken the lock over, for example while this one was suspended.
  void require_held() const;

 private:
  bool is_held() const;
  bool try_once(bool sole);
  bool take_over(const std::string& temporary, const std::string& judged, bool sole);

  std::string path_;
  std::string owner_;  // what the file says; empty: no lock was taken
};

/// Whether other machines may see the directory: NFS, Lustre, SMB and whatever is not known to be local.
bool is_shared_file_system(const std::string& directory);

}  // namespace sextant::core
