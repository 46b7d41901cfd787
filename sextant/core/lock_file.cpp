// The file is made by link(2), which is atomic also on NFS, and holds "host boot namespace pid start token".
#include "sextant/core/lock_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>
#include <vector>

#include "sextant/core/digest.h"
#include "sextant/core/files.h"
#include "sextant/core/temporary_file.h"
#include "sextant/core/threads.h"
#include "sextant/core/write_whole.h"

namespace sextant::core {
namespace {

using namespace std::chrono_literals;

std::string first_line(const std::string& path) {
  try {
    const std::string text = read_file(path);
    return text.substr(0, text.find('\n'));
  } catch (const Error&) {
    return "";
  }
}

/// When a process started, in ticks since the boot: a process id alone may be used again. Empty: there is none.
std::string start_of(const std::string& pid) {
  const std::string stat = first_line("/proc/" + pid + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return "";
  std::istringstream fields(stat.substr(name_end + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  return field;
}

struct Owner {
  std::string host, boot, space, pid, start;
};

Owner this_process() {
  char host[256] = "unknown";
  ::gethostname(host, sizeof host - 1);
  std::error_code none;
  const std::string pid = std::to_string(::getpid());
  return {host, first_line("/proc/sys/kernel/random/boot_id"),
          std::filesystem::read_symlink("/proc/self/ns/pid", none).string(), pid, start_of(pid)};
}

Owner parse_owner(const std::string& text) {
  Owner owner;
  std::istringstream(text) >> owner.host >> owner.boot >> owner.space >> owner.pid >> owner.start;
  return owner;
}

std::string make_token() {
  static std::atomic<unsigned> count{0};
  const Owner own = this_process();
  return fmt::format("{} {} {} {} {} {}", own.host, own.boot, own.space, own.pid, own.start, count++);
}

/// By the clock of the file system, which alone all machines share: `now` was made a moment ago.
bool is_silent(const std::string& path, const std::string& now) {
  struct stat theirs {
  }, ours{};
  if (::stat(path.c_str(), &theirs) != 0 || ::stat(now.c_str(), &ours) != 0) return false;
  return ours.st_mtim.tv_sec - theirs.st_mtim.tv_sec > LockFile::lease.count();
}

bool is_dead(const std::string& text, bool sole) {
  const Owner there = parse_owner(text), here = this_process();
  // Another machine, which falls silent, or this one before it booted (an empty file: the power went as it was made).
  if (there.boot.empty() || there.boot != here.boot) return sole;
  if (there.space == here.space && there.host == here.host) return start_of(there.pid) != there.start;
  return sole;  // another container of this machine
}

/// A file with `content` under a name nobody uses; empty where nothing can be written here.
std::string write_temporary(const std::string& path, const std::string& content, bool may_fail) {
  std::string name;
  int descriptor = -1;
  for (int attempt = 0; attempt < 1000 && (attempt == 0 || errno == EEXIST) && descriptor < 0; ++attempt) {
    name = temporary_name(path);  // another machine may have a process of the same number
    descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  if (descriptor < 0 && (may_fail || errno == EROFS || errno == EACCES || errno == EPERM)) return "";
  require(descriptor >= 0, "cannot write {}: {}", path, std::strerror(errno));
  const bool whole = write_whole(descriptor, content.data(), content.size());
  const int reason = errno;
  ::close(descriptor);
  if (whole) return name;
  ::unlink(name.c_str());
  require(may_fail, "cannot write {}: {}", path, std::strerror(reason));
  return "";
}

struct Removed {
  std::vector<std::string> paths;
  ~Removed() {
    for (const auto& path : paths) ::unlink(path.c_str());
  }
};

/// Makes `path` with `content`, which `temporary` holds; false where it is there already.
bool make_alone(const std::string& temporary, const std::string& path, const std::string& content) {
  if (::link(temporary.c_str(), path.c_str()) == 0) return true;
  const int reason = errno;
  if (reason == EEXIST) return false;
  // No hard links here: the file is made first and filled a moment later.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) return false;
  require(descriptor >= 0, "cannot make the lock {}: {}", path, std::strerror(reason));
  const bool whole = write_whole(descriptor, content.data(), content.size());
  const int why = errno;
  ::close(descriptor);
  if (!whole) ::unlink(path.c_str());
  require(whole, "cannot make the lock {}: {}", path, std::strerror(why));
  return true;
}

/// Takes the file away if it says `content`; `own` is what no other process calls itself. Between a look at a name and
/// its removal a process may be suspended until another has taken over, so what stands there is renamed first and
/// looked at then; a successor's is put back.
bool remove_if(const std::string& path, const std::string& content, const std::string& own) {
  if (first_line(path) != content) return false;
  const std::string aside = temporary_name(path + "." + Digest().add(own).text());  // of no other machine
  if (::rename(path.c_str(), aside.c_str()) != 0) return false;
  const bool right = first_line(aside) == content;
  if (!right && ::link(aside.c_str(), path.c_str()) != 0 && errno != EEXIST) ::rename(aside.c_str(), path.c_str());
  ::unlink(aside.c_str());
  return right;
}

constexpr const char* takeover = ".takeover.";
constexpr std::size_t most_guards = 8;

}  // namespace

LockFile::LockFile(std::string path, std::chrono::milliseconds patience, bool sole)
    : path_(std::move(path)), owner_(make_token()) {
  constexpr auto pause = 20ms;
  // Suspended for a minute on the way, it may have lost the lock before it heard that it has it.
  for (auto waited = 0ms; !try_once(sole) || !is_held(); waited += pause) {
    if (waited >= patience)
      throw BusyLock(fmt::format("{}: another process has it ({})", path_, parse_owner(first_line(path_)).host));
    std::this_thread::sleep_for(pause);
  }
  if (!owner_.empty()) Heartbeat::of_process().add(path_);
}

LockFile::~LockFile() {
  if (owner_.empty()) return;
  Heartbeat::of_process().remove(path_);
  remove_if(path_, owner_, owner_);
}

bool LockFile::is_held() const { return owner_.empty() || first_line(path_) == owner_; }

void LockFile::require_held() const {
  require(is_held(), "{}: another process has taken over while this one was silent for more than {} s", path_,
          lease.count());
}

bool LockFile::try_once(bool sole) {
  const std::string temporary = write_temporary(path_, owner_ + "\n", sole);
  const Removed at_the_end{{temporary}};
  if (temporary.empty()) {
    owner_.clear();
    return true;
  }
  if (make_alone(temporary, path_, owner_ + "\n")) return true;
  const std::string there = first_line(path_);
  return (is_dead(there, sole) || is_silent(path_, temporary)) && take_over(temporary, there, sole);
}

/// Only who made the second file may replace the first, and only if it is still the one that was judged. The second
/// file is named after the owner whose lock is taken, so that nobody can remove one that stands for a later owner; and
/// where who made it has died too, a third one is named after that.
bool LockFile::take_over(const std::string& temporary, const std::string& judged, bool sole) {
  std::vector<std::string> guards;  // of the dead; the last is ours
  Digest owners;                    // of all that are dead: after a power cut several may have no name
  for (std::string owner = judged; guards.size() < most_guards; owner = first_line(guards.back())) {
    if (!guards.empty() && !is_dead(owner, sole) && !is_silent(guards.back(), temporary)) return false;
    guards.push_back(path_ + takeover + owners.add(owner).add("\n").text());
    if (!make_alone(temporary, guards.back(), owner_ + "\n")) continue;
    const Removed at_the_end{guards};
    const Removed copy{{write_temporary(path_, owner_ + "\n", false)}};  // the guard is a link to the other one
    const std::string& name = copy.paths.front();
    if (name.empty() || (!is_dead(judged, sole) && !is_silent(path_, name))) return false;  // it woke meanwhile
    return remove_if(path_, judged, owner_) && make_alone(name, path_, owner_ + "\n");
  }
  return false;
}

bool is_shared_file_system(const std::string& directory) {
  constexpr long local[] = {0xEF53,     0x58465342, 0x9123683E, 0x01021994, 0x794c7630,
                            0x2fc12fc1, 0xF2F52010, 0x858458f6, 0x4d44,     0xca451a4e};
  struct statfs status {};
  if (::statfs(directory.c_str(), &status) != 0) return true;
  return std::ranges::find(local, static_cast<long>(status.f_type)) == std::end(local);
}

}  // namespace sextant::core
