#include "sextant/core/temporary_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sextant/core/error.h"
#include "sextant/core/write_whole.h"

namespace sextant::core {

std::string temporary_directory() {
  const char* given = std::getenv("TMPDIR");
  return given != nullptr && *given != '\0' ? given : "/var/tmp";
}

TemporaryFile::TemporaryFile() : directory_(temporary_directory()) {
  // Without a name: nothing is left behind, even by a program that is killed.
  descriptor_ = ::open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ >= 0) return;
  std::string name = directory_ + "/sextant.XXXXXX";  // a file system that has no such files
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail_write();
  ::unlink(name.c_str());
}

TemporaryFile::~TemporaryFile() {
  if (memory_ != nullptr) ::munmap(memory_, size_);
  ::close(descriptor_);
}

void TemporaryFile::write(const void* data, std::size_t bytes) {
  if (!write_whole(descriptor_, data, bytes)) fail_write();
  size_ += bytes;
}

void TemporaryFile::read(std::size_t offset, void* to, std::size_t bytes) const {
  auto* next = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor_, next, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    require(got > 0, "cannot read a temporary file in {}: {}", directory_,
            got < 0 ? std::strerror(errno) : "unexpected end of file");
    next += got;
    offset += static_cast<std::size_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

const std::byte* TemporaryFile::map() {
  if (memory_ == nullptr && size_ > 0) {
    void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) fail("cannot map a temporary file in {}: {}", directory_, std::strerror(errno));
    memory_ = static_cast<std::byte*>(memory);
  }
  return memory_;
}

void TemporaryFile::drop(std::size_t begin, std::size_t end) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  begin -= begin % page;
  end = std::min(end, size_);
  if (memory_ != nullptr && begin < end) ::madvise(memory_ + begin, end - begin, MADV_DONTNEED);
}

void TemporaryFile::fail_write() const {
  const int reason = errno;
  fail("cannot write a temporary file in {}: {}; set TMPDIR to a directory with free space, or raise the memory limit",
       directory_, std::strerror(reason));
}

}  // namespace sextant::core
