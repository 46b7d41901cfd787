// Follows the grammar of TOML 1.0 as far as nesting needs it: statements, keys with dots, strings, lists and inline
// tables. Of a text that is not TOML, everything before the first mistake is followed, and a parser reads no further.
#include "sextant/core/toml_depth.h"

#include <vector>

namespace sextant::core {
namespace {

class DepthScanner {
 public:
  explicit DepthScanner(std::string_view text) : text_(text) {
    if (text_.starts_with("\xef\xbb\xbf")) next_ = 3;  // a byte order mark
  }

  std::optional<Index> scan() {
    start_statement();
    while (next_ < text_.size()) {
      take(text_[next_]);
      if (depth_ > deepest_section) return line_;
    }
    return std::nullopt;
  }

 private:
  struct Open {
    char bracket;
    Index depth;  // of what it holds
  };

  void start_statement() {
    at_start_ = in_key_ = true;
    in_header_ = false;
    depth_ = section_depth_ + 1;
  }

  void take(char letter) {
    if (letter == '"' || letter == '\'') {
      at_start_ = false;
      return skip_string(letter);
    }
    ++next_;
    switch (letter) {
      case '\n':
        end_line();
        return;
      case ' ':
      case '\t':
      case '\r':
        return;
      case '#':
        while (next_ < text_.size() && text_[next_] != '\n') ++next_;
        return;
      case '[':
      case '{':
        open(letter);
        break;
      case ']':
      case '}':
        close();
        break;
      case ',':
        if (!open_.empty()) depth_ = open_.back().depth;
        in_key_ = !open_.empty() && open_.back().bracket == '{';
        break;
      case '.':
        if (in_key_) ++depth_;
        break;
      case '=':
        in_key_ = false;
        break;
      default:
        break;
    }
    at_start_ = false;
  }

  void open(char letter) {
    if (at_start_ && letter == '[' && open_.empty()) {
      in_header_ = true;
      depth_ = 1;
      return;
    }
    if (in_header_) return;  // [[list of tables]]
    open_.push_back({letter, ++depth_});
    in_key_ = letter == '{';
  }

  void close() {
    if (open_.empty()) return;  // the end of a header
    depth_ = open_.back().depth - 1;
    open_.pop_back();
    in_key_ = false;
  }

  void end_line() {
    ++line_;
    if (!open_.empty()) return;
    if (in_header_) section_depth_ = depth_;
    start_statement();
  }

  void skip_string(char quote) {
    std::size_t length = 1;
    while (length < 3 && next_ + length < text_.size() && text_[next_ + length] == quote) ++length;
    next_ += length;
    if (length == 2) return;  // an empty string
    std::size_t closing = 0;
    while (next_ < text_.size() && closing < length) {
      const char letter = text_[next_];
      if (letter == '\n' && length == 1) return;  // a mistake: the parser stops here
      if (letter == '\n' || (letter == '\\' && text_.substr(next_ + 1, 1) == "\n")) ++line_;
      closing = letter == quote ? closing + 1 : 0;
      next_ += letter == '\\' && quote == '"' ? 2 : 1;
    }
    // Two more quotes may belong to the end of a long string.
    for (int more = 0; length == 3 && more < 2 && next_ < text_.size() && text_[next_] == quote; ++more) ++next_;
  }

  std::string_view text_;
  std::size_t next_ = 0;
  Index line_ = 1;
  Index section_depth_ = 0;  // of the last header
  Index depth_ = 1;
  bool at_start_ = true, in_key_ = true, in_header_ = false;
  std::vector<Open> open_;
};

}  // namespace

std::optional<Index> find_deep_toml(std::string_view text) { return DepthScanner(text).scan(); }

}  // namespace sextant::core
