// Temporary files: their names, and files without a name for what does not fit into memory.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <string>

#include "sextant/core/namespaces.h"

namespace sextant::core {

// The one form of the names of temporary files, NAME.PID.COUNT.tmp: whoever finds one knows whose it was (orphans.cpp).

/// Beside `target`, and nobody else's: of this process, and counted because its threads may write side by side.
inline std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}.{}.{}.tmp", target, ::getpid(), count++);
}

// A file without a name, for what does not fit into memory: gone with the program, however that ends.

/// TMPDIR, otherwise /var/tmp: where /tmp is memory itself, it would be no help.
std::string temporary_directory();

class TemporaryFile {
 public:
  /// In the temporary directory; an Error that names it where it cannot be written.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::size_t size() const { return size_; }
  /// Behind what is there.
  void write(const void* data, std::size_t bytes);
  void read(std::size_t offset, void* to, std::size_t bytes) const;

  /// All of it, without being read: pages come when they are looked at. Nothing is written afterwards.
  const std::byte* map();
  /// The pages of these bytes leave this program's memory until they are looked at again.
  void drop(std::size_t begin, std::size_t end) const;

 private:
  [[noreturn]] void fail_write() const;

  std::string directory_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace sextant::core
