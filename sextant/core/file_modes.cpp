#include "sextant/core/file_modes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>

namespace sextant::core {
namespace {

struct RemovedModes {
  std::mutex mutex;
  std::map<std::string, mode_t> of;
};

// Of the process, as the files are: who removes one does not know who will write it.
RemovedModes& removed_modes() {
  static RemovedModes modes;
  return modes;
}

}  // namespace

void remove_to_rewrite(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) {
    auto& removed = removed_modes();
    const std::lock_guard lock(removed.mutex);
    removed.of[path] = status.st_mode & 07777;
  }
  ::unlink(path.c_str());
}

std::optional<mode_t> take_removed_mode(const std::string& path) {
  auto& removed = removed_modes();
  const std::lock_guard lock(removed.mutex);
  const auto found = removed.of.find(path);
  if (found == removed.of.end()) return std::nullopt;
  const mode_t mode = found->second;
  removed.of.erase(found);
  return mode;
}

}  // namespace sextant::core
