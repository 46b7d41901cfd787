// flock goes with the process, however it ends, but not every file system has it, and on some it is of one machine
// only: the lock file holds there too.
#include "sextant/lab/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sextant::lab {

DirectoryLock::DirectoryLock(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be opened: {}", path, std::strerror(errno));
  const bool locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  try {
    if (!locked && errno == EWOULDBLOCK) throw BusyLock(path);
    file_.emplace(path + "/.lock", std::chrono::milliseconds(0), locked && !is_shared_file_system(path));
  } catch (const BusyLock&) {
    ::close(descriptor_);
    throw BusyDirectory(path + ": another process is using this run directory; wait for it or choose another one");
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

/// The lock file goes first: whoever finds it gone must not be kept out by the other lock.
DirectoryLock::~DirectoryLock() {
  file_.reset();
  ::close(descriptor_);
}

}  // namespace sextant::lab
