// Regular expressions as tokenizer.json uses them: literals, classes, groups, alternatives, repetitions (greedy, lazy,
// possessive), look-ahead and (?i:). They are read as Oniguruma's Ruby syntax, which Hugging Face's tokenizers hand
// them to; what is not known is refused by name. Matching backtracks on a stack of its own, never by recursion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/namespaces.h"

namespace sextant::data {

/// Which characters a class holds.
struct CharacterClass {
  struct Part {
    enum class Kind { range, category, white_space, word } kind = Kind::range;
    char32_t first = 0, last = 0;  // range
    std::uint32_t categories = 0;  // a bit for each of utf8proc's
    bool negated = false;
  };
  std::vector<Part> parts;
  bool negated = false;
  bool any_case = false;

  bool has(char32_t c) const;

 private:
  bool has_exactly(char32_t c) const;
};

struct TextSpan {
  std::size_t begin = 0, end = 0;
};

class TextPattern {
 public:
  /// `who` is named in errors.
  static TextPattern regular_expression(std::string_view pattern, const std::string& who);
  static TextPattern literal(std::string_view text);

  /// The first match at `from` or behind it, in well-formed UTF-8; never an empty one.
  std::optional<TextSpan> find(std::string_view text, std::size_t from) const;

  struct Step {
    enum class Kind {
      character,   // of class `index`
      split,       // go on behind this one, and if that fails at `target`
      split_late,  // the other way round
      jump,
      look_ahead,  // the steps up to `target` must match here (or, `negated`, must not)
      atomic,      // the steps up to `target` match, and are not tried again
      accept
    } kind = Kind::accept;
    std::size_t index = 0, target = 0;
    bool negated = false;
  };

 private:
  friend class PatternCompiler;
  std::optional<std::size_t> match(std::string_view text, std::size_t at, std::size_t first) const;

  std::vector<Step> steps_;
  std::vector<CharacterClass> classes_;
};

}  // namespace sextant::data
