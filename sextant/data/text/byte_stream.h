// The bytes of a file from its beginning to its end, unpacked where it is gzip (RFC 1952), in pieces of bounded size.
#pragma once

#include <span>
#include <string>

#include "sextant/data/text/document_source.h"

namespace sextant::data {

class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  /// Fills the front of `buffer`; 0 at the end of the file. An Error where the file is cut off or broken.
  std::size_t read(std::span<char> buffer);
  BytesRead progress() const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::uint64_t size_ = 0;  // on the disk
  void* file_ = nullptr;    // zlib's gzFile, which reads plain files as they are
};

/// The whole of a file, unpacked.
std::string read_unpacked(const std::string& path);

}  // namespace sextant::data
