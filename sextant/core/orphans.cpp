// A temporary file whose lock can be had belongs to nobody any more.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "sextant/core/files.h"
#include "sextant/core/lock_file.h"
#include "sextant/core/temporary_file.h"

namespace sextant::core {
namespace {

/// Takes "." and digits off the end of a name; false where it does not end so.
bool drop_number(std::string_view& name) {
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == name.size()) return false;
  for (const char letter : name.substr(dot + 1))
    if (std::isdigit(static_cast<unsigned char>(letter)) == 0) return false;
  name.remove_suffix(name.size() - dot);
  return true;
}

bool is_temporary(std::string_view name) {
  constexpr std::string_view ending = ".tmp";
  if (!name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  return drop_number(name) && drop_number(name) && !name.empty();
}

constexpr std::chrono::seconds longest_write = std::chrono::hours(1);

/// How long ago a file was last written, by the clock of its file system: other machines have other clocks.
std::chrono::seconds age_of(const std::string& path) {
  const std::string probe = temporary_name(path);
  const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  struct stat theirs {
  }, ours{};
  const bool known = descriptor >= 0 && ::fstat(descriptor, &ours) == 0 && ::stat(path.c_str(), &theirs) == 0;
  if (descriptor >= 0) ::close(descriptor);
  if (descriptor >= 0) ::unlink(probe.c_str());
  return std::chrono::seconds(known ? ours.st_mtim.tv_sec - theirs.st_mtim.tv_sec : 0);
}

/// The process that NAME.PID.COUNT.tmp names. Where other machines see the directory it may be one of theirs, even if
/// the number is one of ours or our own: there only the age tells.
bool may_be_at_work(const std::string& path) {
  if (is_shared_file_system(std::filesystem::path(path).parent_path().string())) return age_of(path) < longest_write;
  std::string_view name = path;
  name.remove_suffix(4);
  drop_number(name);
  const auto dot = name.rfind('.');
  const long pid = std::strtol(std::string(name.substr(dot + 1)).c_str(), nullptr, 10);
  return pid > 0 && pid != ::getpid() && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
}

void remove_if_left(const std::string& path) {
  if (may_be_at_work(path)) return;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) ::unlink(path.c_str());
  ::close(descriptor);
}

}  // namespace

// What cannot be removed stays: nobody reads it, and the run is worth more.
void remove_orphans(const std::string& directory) noexcept try {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(directory, none))
    if (is_temporary(entry.path().filename().native()) && entry.is_regular_file(none))
      remove_if_left(entry.path().string());
} catch (const std::exception&) {
}

}  // namespace sextant::core
