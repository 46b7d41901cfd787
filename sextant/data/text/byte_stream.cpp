// Files through zlib, which unpacks gzip and passes on everything else.
#include "sextant/data/text/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::data {
namespace {

constexpr unsigned buffer_bytes = 1 << 18;

gzFile handle(void* file) { return static_cast<gzFile>(file); }

}  // namespace

ByteStream::ByteStream(const std::string& path) : path_(path) {
  // A pipe that nobody writes to would keep us waiting in open for ever.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) fail("cannot read {}: {}", path, std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) file_ = ::gzdopen(descriptor, "rb");
  if (!file_) ::close(descriptor);
  require(!S_ISDIR(status.st_mode), "cannot read {}: it is a directory", path);
  if (!file_) throw std::bad_alloc();
  if (!S_ISREG(status.st_mode)) ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  is_pipe_ = S_ISFIFO(status.st_mode);
  size_ = static_cast<std::uint64_t>(status.st_size);
  ::gzbuffer(handle(file_), buffer_bytes);
}

ByteStream::~ByteStream() { ::gzclose(handle(file_)); }

std::size_t ByteStream::read(std::span<char> buffer) {
  const auto most = static_cast<unsigned>(std::min<std::size_t>(buffer.size(), 1 << 30));
  const int got = ::gzread(handle(file_), buffer.data(), most);
  int code = Z_OK;
  const char* reason = ::gzerror(handle(file_), &code);
  require(code != Z_BUF_ERROR, "{}: truncated gzip stream", path_);
  require(got >= 0 && code >= 0, "cannot read {}: {}", path_, code == Z_ERRNO ? std::strerror(errno) : reason);
  require(got > 0 || !is_pipe_, "cannot read {}: a pipe that no process writes to", path_);
  is_pipe_ = false;  // what follows may end
  return static_cast<std::size_t>(got);
}

BytesRead ByteStream::progress() const {
  const auto offset = ::gzoffset(handle(file_));
  return {offset < 0 ? 0 : std::min(size_, static_cast<std::uint64_t>(offset)), size_};
}

std::string read_unpacked(const std::string& path, std::size_t most) {
  ByteStream stream(path);
  std::string content;
  std::size_t filled = 0;
  for (;;) {
    require(filled <= most, "{}: longer than {}", path, memory_text(most));
    content.resize(std::max<std::size_t>(buffer_bytes, std::min(2 * filled, most + 1)));
    const std::size_t got = stream.read(std::span(content).subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  content.resize(filled);
  return content;
}

}  // namespace sextant::data
