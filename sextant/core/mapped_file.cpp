#include "sextant/core/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "sextant/core/error.h"

namespace sextant::core {

MappedFile::MappedFile(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe is refused, not waited for
  if (descriptor < 0) fail("cannot read {}: {}", path, std::strerror(errno));
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  const bool regular = known && S_ISREG(status.st_mode);
  if (regular && status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  const int reason = errno;
  ::close(descriptor);
  require(regular, "cannot read {}: not a regular file", path);
  require(memory_ != MAP_FAILED, "cannot read {}: {}", path, std::strerror(reason));
}

MappedFile::~MappedFile() {
  if (memory_) ::munmap(memory_, size_);
}

void MappedFile::forget(const std::byte* from, std::size_t bytes) const {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(from) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(from) + bytes) / page * page;
  // Advice: where it is not taken, memory is all that is lost. Nothing was ever written to these pages.
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace sextant::core
