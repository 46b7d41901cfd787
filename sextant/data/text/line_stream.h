// The lines of a file, however large. A line ends with LF or CRLF and with nothing else: U+0085, U+2028 and a lone CR
// are text. The last line needs no end; a byte order mark before the first is not text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/data/text/byte_stream.h"

namespace sextant::data {

class LineStream {
 public:
  /// A line of more than `longest` bytes is refused by its number.
  explicit LineStream(const std::string& path, std::size_t longest = longest_document);

  /// The next line without its end, valid until the next call; false behind the last one.
  bool next(std::string_view& line);
  /// Of the line that next() gave last: LF or CRLF.
  std::string_view line_end() const { return line_end_; }
  /// Counts from 1: the number of the line that next() gave last.
  Index number() const { return number_; }
  std::size_t longest() const { return longest_; }
  /// "corpus.tsv, line 7", for errors.
  std::string place() const;
  BytesRead progress() const { return stream_.progress(); }

 private:
  bool fill();

  ByteStream stream_;
  std::size_t longest_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is read and not yet handed out
  bool at_end_ = false;
  std::string_view line_end_ = "\n";
  Index number_ = 0;
};

}  // namespace sextant::data
