// Content is safe after fsync of the file, a name after fsync of its directory.
#include "disk.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <set>

namespace {

std::string watched;
std::set<std::string> unsafe_content;  // paths
std::set<std::string> unsafe_names;
std::vector<std::string> found;
long sync_count = 0;

std::string path_of(int descriptor) {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), none).string();
}

bool vouches(const std::string& path) {
  return path.ends_with("/checkpoint.safetensors") || path.ends_with("/result.json");
}

void check_rename(const std::string& from, const std::string& to) {
  if (!to.starts_with(watched + "/")) return;
  const bool has_checkpoint = std::filesystem::exists(watched + "/checkpoint.safetensors");
  if ((vouches(to) || has_checkpoint) && unsafe_content.contains(from)) found.push_back(to + ": appears unsynced");
  if (!vouches(to)) return;
  for (const auto& entry : std::filesystem::directory_iterator(watched)) {
    const std::string other = entry.path().string();
    if (other == to || other == from) continue;
    if (unsafe_content.contains(other)) found.push_back(to + ": appears before the content of " + other + " is safe");
    if (unsafe_names.contains(other)) found.push_back(to + ": appears before the name of " + other + " is safe");
  }
}

}  // namespace

namespace disk {

void watch(const std::string& directory) {
  watched = directory;
  unsafe_content.clear();
  unsafe_names.clear();
  found.clear();
  sync_count = 0;
}
const std::vector<std::string>& faults() { return found; }
long syncs() { return sync_count; }

}  // namespace disk

extern "C" {

ssize_t write(int descriptor, const void* data, size_t bytes) {
  unsafe_content.insert(path_of(descriptor));
  return ::syscall(SYS_write, descriptor, data, bytes);
}

int fsync(int descriptor) {
  const std::string path = path_of(descriptor);
  ++sync_count;
  unsafe_content.erase(path);
  std::erase_if(unsafe_names,
                [&](const std::string& name) { return std::filesystem::path(name).parent_path() == path; });
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

int rename(const char* from, const char* to) noexcept {
  check_rename(from, to);
  if (unsafe_content.erase(from) > 0)
    unsafe_content.insert(to);
  else
    unsafe_content.erase(to);
  unsafe_names.insert(to);
  return static_cast<int>(::syscall(SYS_rename, from, to));
}
}
