// What libFuzzer made up, as a file that lies in memory: readers open paths.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "sextant/core/error.h"

class FuzzedFile {
 public:
  FuzzedFile(const std::uint8_t* data, std::size_t size) : descriptor_(::memfd_create("fuzzed", 0)) {
    if (descriptor_ < 0 || ::write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
  }
  ~FuzzedFile() { ::close(descriptor_); }
  FuzzedFile(const FuzzedFile&) = delete;
  FuzzedFile& operator=(const FuzzedFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// A reader may refuse with an Error; anything else is a finding.
template <class Read>
void read_or_refuse(Read read) {
  try {
    read();
  } catch (const sextant::core::Error&) {
  }
}
