// Temporary file, write, fsync, rename, fsync of the directory: after a crash the name holds the old
// content or the new one.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <tuple>

#include "sextant/core/error.h"
#include "sextant/core/file_modes.h"
#include "sextant/core/files.h"
#include "sextant/core/temporary_file.h"
#include "sextant/core/write_whole.h"

namespace sextant::core {
namespace {

constexpr const char* next_step = "free some disk space or choose another directory";

std::string directory_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

// A file left by a killed process of the same id is stepped over.
int open_temporary(const std::string& target, std::string& name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = temporary_name(target);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) ::flock(descriptor, LOCK_EX | LOCK_NB);  // tells it from one that a killed process has left
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

/// Where a file system has no way to sync such a thing (EINVAL), there is nothing to wait for.
void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  const bool synced = descriptor >= 0 && (::fsync(descriptor) == 0 || errno == EINVAL);
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  require(synced, "{}: written, but it cannot be synced: {}", path, std::strerror(reason));
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(path) {
  require(!path.empty(), "cannot write a file without a name");
  struct stat status {};
  const bool replaces = ::stat(path.c_str(), &status) == 0;
  if (replaces) {
    std::error_code ignored;
    const auto resolved = std::filesystem::canonical(path, ignored);
    if (!ignored) target_ = resolved.string();
    require(!S_ISDIR(status.st_mode), "cannot write {}: it is a directory", path);
    if (!S_ISREG(status.st_mode)) {
      descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe that nobody reads is an error
      if (descriptor_ < 0) fail_write();
      ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
      return;
    }
  }
  std::string name;
  descriptor_ = open_temporary(target_, name);
  if (descriptor_ < 0) fail_write();
  temporary_ = std::move(name);
  // Who may read a file is the choice of whoever set it. Where the owner is another one, it may not be ours to keep.
  const auto mode = replaces ? std::optional<mode_t>(status.st_mode & 07777) : take_removed_mode(path);
  if (mode) std::ignore = ::fchmod(descriptor_, *mode);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t bytes) {
  if (!write_whole(descriptor_, data, bytes)) fail_write();
}

void AtomicFile::commit(Sync sync) {
  const bool direct = temporary_.empty();
  if (sync == Sync::now && ::fsync(descriptor_) != 0 && !(direct && (errno == EINVAL || errno == ENOTSUP)))
    fail_write();
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail_write();
  if (direct) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail_write();
  temporary_.clear();
  if (sync == Sync::now) sync_directory(directory_of(target_));
}

void AtomicFile::fail_write() const {
  const int reason = errno;
  const bool full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
  const std::string text =
      fmt::format("cannot write {}: {}{}{}", path_, std::strerror(reason), full ? "; " : "", full ? next_step : "");
  if (full || reason == EIO) throw DiskError(text);
  throw Error(text);
}

void write_file_atomically(const std::string& path, std::string_view content, Sync sync) {
  AtomicFile file(path);
  file.write(content);
  file.commit(sync);
}

void sync_file(const std::string& path) { sync_path(path, 0); }
void sync_directory(const std::string& path) { sync_path(path, O_DIRECTORY); }

}  // namespace sextant::core
