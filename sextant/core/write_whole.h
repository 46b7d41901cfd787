// All of some bytes to a file descriptor, however many calls that takes.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace sextant::core {

/// False where the system refuses; errno says why.
inline bool write_whole(int descriptor, const void* data, std::size_t bytes) {
  const auto* next = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(descriptor, next, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace sextant::core
