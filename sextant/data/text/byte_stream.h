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
  bool is_pipe_ = false;    // of which nothing has come yet
  void* file_ = nullptr;    // zlib's gzFile, which reads plain files as they are
};

/// Bytes that a line, or a file that is read as a whole, may have where nobody says otherwise. Corpora on a single line
/// exist (text8: 100 MB); a gzip file of a few megabytes may unpack to a line without end.
inline constexpr std::size_t longest_document = std::size_t{1} << 27;

/// The whole of a file, unpacked; an Error where it is longer than `most` bytes.
std::string read_unpacked(const std::string& path, std::size_t most = longest_document);

}  // namespace sextant::data
