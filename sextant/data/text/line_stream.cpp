#include "sextant/data/text/line_stream.h"

#include <algorithm>
#include <cstring>

#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::data {
namespace {

constexpr std::size_t first_buffer = 1 << 18;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

LineStream::LineStream(const std::string& path, std::size_t longest)
    : stream_(path), longest_(std::max(longest, first_buffer)), buffer_(first_buffer) {
  while (end_ < byte_order_mark.size() && fill()) {
  }
  if (std::string_view(buffer_.data(), end_).starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
}

// Moves the open line to the front and reads on behind it.
bool LineStream::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    require(end_ < longest_, "{}, line {}: longer than {}", stream_.path(), number_ + 1, memory_text(longest_));
    buffer_.resize(std::min(2 * buffer_.size(), longest_));
  }
  const std::size_t got = stream_.read(std::span(buffer_).subspan(end_));
  end_ += got;
  at_end_ = got == 0;
  return got > 0;
}

bool LineStream::next(std::string_view& line) {
  std::size_t searched = 0;  // bytes of the open line that hold no end
  for (;;) {
    const char* const open = buffer_.data() + begin_;
    const auto* const found = static_cast<const char*>(std::memchr(open + searched, '\n', end_ - begin_ - searched));
    if (found) {
      line = {open, static_cast<std::size_t>(found - open)};
      begin_ += line.size() + 1;
      line_end_ = line.ends_with('\r') ? "\r\n" : "\n";
      line.remove_suffix(line_end_.size() - 1);
      break;
    }
    searched = end_ - begin_;
    if (fill()) continue;
    if (searched == 0) return false;
    line = {buffer_.data() + begin_, searched};
    begin_ = end_;
    break;
  }
  ++number_;
  return true;
}

std::string LineStream::place() const { return fmt::format("{}, line {}", stream_.path(), number_); }

}  // namespace sextant::data
