// A short name for a lot of bytes: FNV-1a of 64 bits (Fowler, Noll, Vo). It tells contents apart, it proves nothing
// against somebody who wants two to look alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sextant::core {

class Digest {
 public:
  Digest& add(std::string_view bytes);
  /// 16 hexadecimal digits.
  std::string text() const;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

/// Of a file's bytes. The file is read once per process as long as its size and time stay the same: a sweep asks
/// thousands of times. An Error where it cannot be read.
std::string digest_file(const std::string& path);

}  // namespace sextant::core
