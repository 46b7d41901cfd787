// What the code under test asks of its file system and its machine; outside the simulation the system answers. link and
// rename are atomic, flock holds as the seed wants it.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "disk_state.h"

using namespace farm;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) ? va_arg(more, unsigned) : 0);
  va_end(more);
  if (is_ours(path)) return open_ours(path, flags);
  if (is_machine(path)) return open_machine(path);
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int openat(int directory, const char* path, int flags, ...) {
  if (is_ours(path)) return refuse(ENOENT);  // nobody looks for what killed writers have left
  return static_cast<int>(::syscall(SYS_openat, directory, path, flags, 0));
}
DIR* opendir(const char*) {
  errno = ENOENT;
  return nullptr;
}

int close(int descriptor) {
  if (!is_ours(descriptor)) return static_cast<int>(::syscall(SYS_close, descriptor));
  drop(descriptor);
  return 0;
}
ssize_t read(int descriptor, void* data, size_t bytes) {
  if (!is_ours(descriptor)) return ::syscall(SYS_read, descriptor, data, bytes);
  Open& file = descriptors[descriptor];
  if (!file.node) return refuse(EBADF);
  const std::string& content = file.node->content;
  const std::size_t count = std::min(bytes, content.size() - std::min(file.offset, content.size()));
  memcpy(data, content.data() + std::min(file.offset, content.size()), count);
  file.offset += count;
  return static_cast<ssize_t>(count);
}
ssize_t write(int descriptor, const void* data, size_t bytes) {
  if (!is_ours(descriptor)) return ::syscall(SYS_write, descriptor, data, bytes);
  if (!lives()) return refuse(EIO);
  if (is_full()) return refuse(ENOSPC);
  Open& file = descriptors[descriptor];
  if (!file.node) return refuse(EBADF);
  file.node->content.append(static_cast<const char*>(data), bytes);
  file.node->modified = now();
  return static_cast<ssize_t>(bytes);
}
int fsync(int descriptor) {
  if (!is_ours(descriptor)) return static_cast<int>(::syscall(SYS_fsync, descriptor));
  return lives() ? 0 : refuse(EIO);
}
int fchmod(int descriptor, mode_t mode) noexcept {
  return is_ours(descriptor) ? 0 : static_cast<int>(::syscall(SYS_fchmod, descriptor, mode));
}
int rename(const char* from, const char* to) noexcept {
  if (!is_ours(to)) return static_cast<int>(::syscall(SYS_rename, from, to));
  if (!lives()) return refuse(EIO);
  const auto node = find(from);
  if (!node) return refuse(ENOENT);
  names.erase(from);
  names[to] = node;
  return 0;
}
int link(const char* from, const char* to) noexcept {
  if (!is_ours(to)) return static_cast<int>(::syscall(SYS_link, from, to));
  if (!lives()) return refuse(EIO);
  if (!find(from)) return refuse(ENOENT);
  return names.emplace(to, find(from)).second ? 0 : refuse(EEXIST);
}
int unlink(const char* path) noexcept {
  if (!is_ours(path)) return static_cast<int>(::syscall(SYS_unlink, path));
  if (!lives()) return refuse(EIO);
  return names.erase(path) ? 0 : refuse(ENOENT);
}
int mkdir(const char* path, mode_t mode) noexcept {
  if (!is_ours(path)) return static_cast<int>(::syscall(SYS_mkdir, path, mode));
  if (!lives()) return refuse(EIO);
  if (find(path)) return refuse(EEXIST);
  if (is_full()) return refuse(ENOSPC);
  add_node(path, true);
  return 0;
}
int stat(const char* path, struct stat* status) noexcept {
  if (is_ours(path)) return status_of(path, status);
  return static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, status, 0));
}
int fstat(int descriptor, struct stat* status) noexcept {
  if (!is_ours(descriptor)) return static_cast<int>(::syscall(SYS_fstat, descriptor, status));
  const auto& node = descriptors[descriptor].node;
  return node ? fill_status(*node, status) : refuse(EBADF);
}
int lstat(const char* path, struct stat* status) noexcept {
  if (is_ours(path)) return status_of(path, status);
  return static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW));
}
int utimensat(int, const char* path, const timespec*, int) noexcept {
  if (!is_ours(path) || !lives() || !find(path)) return refuse(ENOENT);
  find(path)->modified = now();
  return 0;
}
int statfs(const char* path, struct statfs* status) noexcept {
  if (!is_ours(path)) return static_cast<int>(::syscall(SYS_statfs, path, status));
  *status = {};
  status->f_type = disk_faults.shared ? 0x6969 : 0xEF53;  // NFS or ext4
  return 0;
}
int flock(int descriptor, int operation) noexcept {
  if (!is_ours(descriptor)) return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
  if (!lives()) return refuse(EIO);
  if (disk_faults.locks == DiskFaults::Locks::refused) return refuse(ENOLCK);
  const int scope = disk_faults.locks == DiskFaults::Locks::of_all ? -1 : process().host;
  auto& file = descriptors[descriptor];
  if (!file.node) return refuse(EBADF);
  const auto [held, added] = file.node->locks.emplace(scope, descriptor);
  return (operation & LOCK_UN) != 0 || added || held->second == descriptor ? 0 : refuse(EWOULDBLOCK);
}
ssize_t readlink(const char* path, char* buffer, size_t bytes) noexcept {
  if (!is_machine(path)) return ::syscall(SYS_readlink, path, buffer, bytes);
  const std::string target = "pid:[" + std::to_string(process().host) + "]";
  memcpy(buffer, target.data(), std::min(bytes, target.size()));
  return static_cast<ssize_t>(std::min(bytes, target.size()));
}
int gethostname(char* name, size_t bytes) noexcept {
  const std::string host = inside() ? "host" + std::to_string(process().host) : "outside";
  strncpy(name, host.c_str(), bytes);
  return 0;
}
pid_t getpid() noexcept { return inside() ? process().pid : static_cast<pid_t>(::syscall(SYS_getpid)); }
}
