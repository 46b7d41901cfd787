// A file in memory without being read: its pages come when they are looked at.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sextant::core {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::byte* data() const { return static_cast<const std::byte*>(memory_); }
  std::size_t size() const { return size_; }
  /// Gives the pages that lie wholly in this part back: they are read from the file again when they are looked at.
  void forget(const std::byte* from, std::size_t bytes) const;
  std::string_view text() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace sextant::core
