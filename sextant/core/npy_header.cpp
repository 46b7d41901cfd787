// Reads just the Python that NumPy writes: a dictionary of quoted keys, one text, one truth value and
// one tuple of integers.
#include "sextant/core/npy_header.h"

#include <charconv>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& who) : text_(text), who_(who) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = read_quoted();
      expect(':');
      if (key == "descr")
        once(has_descr_, key), header_.element = read_element();
      else if (key == "fortran_order")
        once(has_order_, key), header_.fortran_order = read_truth();
      else if (key == "shape")
        once(has_shape_, key), header_.shape = read_shape();
      else
        refuse(fmt::format("unknown key '{}'", key));
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_space();
    if (next_ != text_.size()) refuse("unexpected content after the dictionary");
    if (!has_descr_ || !has_order_ || !has_shape_) refuse("'descr', 'fortran_order' or 'shape' is missing");
    return header_;
  }

 private:
  [[noreturn]] void refuse(std::string_view reason) const { fail("{}: malformed .npy header: {}", who_, reason); }

  void once(bool& seen, const std::string& key) const {
    if (seen) refuse(fmt::format("'{}' appears twice", key));
    seen = true;
  }
  void skip_space() {
    while (next_ < text_.size() && (text_[next_] == ' ' || text_[next_] == '\n')) ++next_;
  }
  bool accept(char c) {
    skip_space();
    if (next_ >= text_.size() || text_[next_] != c) return false;
    ++next_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(fmt::format("expected '{}' at byte {}", c, next_));
  }
  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.substr(next_, word.size()) != word) return false;
    next_ += word.size();
    return true;
  }
  std::string read_quoted() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const auto end = text_.find(quote, next_);
    if (end == std::string_view::npos) refuse("unterminated quote");
    std::string result(text_.substr(next_, end - next_));
    next_ = end + 1;
    return result;
  }
  bool read_truth() {
    if (accept_word("True")) return true;
    if (!accept_word("False")) refuse("'fortran_order' is neither True nor False");
    return false;
  }
  std::vector<Index> read_shape() {
    constexpr std::size_t most_axes = 64;  // NumPy's own limit
    std::vector<Index> shape;
    expect('(');
    while (!accept(')')) {
      Index extent = 0;
      const char* const begin = text_.data() + next_;
      const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), extent);
      if (error != std::errc() || extent < 0) refuse("'shape' is not a tuple of sizes");
      next_ += static_cast<std::size_t>(end - begin);
      shape.push_back(extent);
      if (shape.size() > most_axes) refuse("'shape' has more than 64 axes");
      if (accept(',')) continue;
      expect(')');
      break;
    }
    return shape;
  }
  Element read_element() {
    skip_space();
    if (next_ < text_.size() && text_[next_] == '[')
      fail("{}: structured dtype; expected plain numbers: save one of its fields", who_);
    const std::string name = read_quoted();
    const bool little = !name.empty() && (name[0] == '<' || name[0] == '|' || name[0] == '=');
    if (little)
      for (const auto& [known, element] : known_elements)
        if (name.substr(1) == known && (name[0] != '|' || bytes_of(element) == 1)) return element;
    fail("{}: unsupported dtype '{}'; expected little-endian floats, integers or bool, e.g. astype('<f8')", who_, name);
  }

  static constexpr std::pair<std::string_view, Element> known_elements[] = {
      {"f8", Element::f64}, {"f4", Element::f32}, {"f2", Element::f16}, {"i8", Element::i64},
      {"i4", Element::i32}, {"i2", Element::i16}, {"i1", Element::i8},  {"u8", Element::u64},
      {"u4", Element::u32}, {"u2", Element::u16}, {"u1", Element::u8},  {"b1", Element::boolean}};

  std::string_view text_;
  const std::string& who_;
  std::size_t next_ = 0;
  NpyHeader header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& who) { return HeaderParser(text, who).parse(); }

}  // namespace sextant::core
