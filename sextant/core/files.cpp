// Reading whole files, and directories.
#include "sextant/core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::core {
namespace {

constexpr std::size_t surely_fits = 1'000'000'000;  // bytes that any machine of ours can hold

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

}  // namespace

std::string read_file(const std::string& path) {
  // A pipe that nobody writes to would keep us waiting in open for ever, deaf to signals.
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  require(file.number >= 0, "cannot read {}: {}", path, std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number, &status) != 0) fail("cannot read {}: {}", path, std::strerror(errno));
  require(!S_ISDIR(status.st_mode), "cannot read {}: it is a directory", path);
  const bool regular = S_ISREG(status.st_mode);
  if (!regular) ::fcntl(file.number, F_SETFL, ::fcntl(file.number, F_GETFL) & ~O_NONBLOCK);

  // The size is only a first guess: a pipe has none, and a file may grow while it is read.
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > surely_fits)  // otherwise nobody asks the machine, which takes longer than to read a small file
    require(size <= available_memory(), "cannot read {}: it has {}, and {} are available", path, memory_text(size),
            memory_text(available_memory()));
  std::string content(size + 1, '\0');
  std::size_t filled = 0;
  for (;;) {
    require(regular || filled <= surely_fits, "cannot read {}: not a regular file, and longer than {}", path,
            memory_text(surely_fits));
    if (filled == content.size()) content.resize(content.size() * 2);
    const ssize_t got = ::read(file.number, content.data() + filled, content.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    require(got >= 0, "cannot read {}: {}", path, std::strerror(errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  require(filled > 0 || !S_ISFIFO(status.st_mode), "cannot read {}: a pipe that no process writes to", path);
  content.resize(filled);
  return content;
}

void require_file_name(std::string_view what, std::string_view name) {
  const bool plain = std::ranges::none_of(
      name, [](char letter) { return letter == '/' || static_cast<unsigned char>(letter) < ' ' || letter == 0x7f; });
  require(plain && !name.empty() && name != "." && name != "..",
          "{} '{}': expected the name of a directory, without '/' and control characters", what, name);
}

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool is_directory(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

std::vector<std::string> list_files(const std::string& directory, bool below) {
  std::vector<std::string> files;
  std::error_code reason;
  const auto list = [&](auto entry) {
    for (std::error_code ignored; !reason && entry != decltype(entry)(); entry.increment(reason))
      if (entry->is_regular_file(ignored)) files.push_back(entry->path().string());
  };
  if (below)
    list(std::filesystem::recursive_directory_iterator(directory, reason));
  else
    list(std::filesystem::directory_iterator(directory, reason));
  require(!reason, "cannot read {}: {}", directory, reason.message());
  std::ranges::sort(files);
  return files;
}

void require_regular_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) fail("cannot read {}: {}", path, std::strerror(errno));
  require(S_ISREG(status.st_mode), "cannot read {}: not a regular file", path);
}

void make_directory(const std::string& path) {
  std::error_code reason;
  std::filesystem::create_directories(path, reason);
  if (reason == std::errc::no_space_on_device)
    throw DiskError(fmt::format("cannot create directory {}: {}", path, reason.message()));
  require(!reason, "cannot create directory {}: {}", path, reason.message());
  require(std::filesystem::is_directory(path, reason), "cannot create directory {}: a file of that name exists", path);
  remove_orphans(path);
}

}  // namespace sextant::core
