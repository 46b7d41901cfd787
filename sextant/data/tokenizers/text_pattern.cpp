#include "sextant/data/tokenizers/text_pattern.h"

#include <utf8proc.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/data/text/utf8.h"

namespace sextant::data {
namespace {

bool has_category(char32_t c, std::uint32_t categories) {
  return (categories >> utf8proc_category(static_cast<utf8proc_int32_t>(c)) & 1) != 0;
}

constexpr std::uint32_t mark_categories =
    1u << UTF8PROC_CATEGORY_MN | 1u << UTF8PROC_CATEGORY_MC | 1u << UTF8PROC_CATEGORY_ME;
constexpr std::uint32_t word_categories = 1u << UTF8PROC_CATEGORY_LU | 1u << UTF8PROC_CATEGORY_LL |
                                          1u << UTF8PROC_CATEGORY_LT | 1u << UTF8PROC_CATEGORY_LM |
                                          1u << UTF8PROC_CATEGORY_LO | 1u << UTF8PROC_CATEGORY_NL | mark_categories |
                                          1u << UTF8PROC_CATEGORY_ND | 1u << UTF8PROC_CATEGORY_PC;

/// \w: Alphabetic, marks, decimal digits, connectors. The symbols that are alphabetic are listed; marks are all in.
bool is_word(char32_t c) {
  return has_category(c, word_categories) || (c >= 0x24b6 && c <= 0x24e9) || (c >= 0x1f130 && c <= 0x1f149) ||
         (c >= 0x1f150 && c <= 0x1f169) || (c >= 0x1f170 && c <= 0x1f189);
}

char32_t lower(char32_t c) { return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))); }
char32_t upper(char32_t c) { return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))); }

constexpr std::size_t most_steps = 50'000'000;  // of one match: beyond, the pattern is the fault

}  // namespace

bool CharacterClass::has_exactly(char32_t c) const {
  using Kind = Part::Kind;
  for (const Part& part : parts) {
    const bool in = part.kind == Kind::range         ? c >= part.first && c <= part.last
                    : part.kind == Kind::category    ? has_category(c, part.categories)
                    : part.kind == Kind::white_space ? is_white_space(c)
                                                     : is_word(c);
    if (in != part.negated) return true;
  }
  return false;
}

bool CharacterClass::has(char32_t c) const {
  const bool in =
      has_exactly(c) || (any_case && (has_exactly(lower(c)) || has_exactly(upper(c)) || has_exactly(lower(upper(c)))));
  return in != negated;
}

std::optional<std::size_t> TextPattern::match(std::string_view text, std::size_t at, std::size_t first) const {
  struct Branch {
    std::size_t step, at;
  };
  std::vector<Branch> branches = {{first, at}};
  std::size_t done = 0;
  while (!branches.empty()) {
    auto [step, place] = branches.back();
    branches.pop_back();
    for (bool alive = true; alive;) {
      require(++done < most_steps, "a pattern of the tokenizer takes more than {} steps on a text of {} bytes",
              most_steps, text.size());
      const Step& own = steps_[step];
      switch (own.kind) {
        case Step::Kind::accept:
          return place;
        case Step::Kind::character: {
          alive = place < text.size() && classes_[own.index].has(next_code_point(text, place));
          ++step;
          break;
        }
        case Step::Kind::split:
          branches.push_back({own.target, place});
          ++step;
          break;
        case Step::Kind::split_late:
          branches.push_back({step + 1, place});
          step = own.target;
          break;
        case Step::Kind::jump:
          step = own.target;
          break;
        case Step::Kind::look_ahead:
          alive = match(text, place, step + 1).has_value() != own.negated;
          step = own.target;
          break;
        case Step::Kind::atomic: {
          const auto end = match(text, place, step + 1);
          alive = end.has_value();
          place = end.value_or(place);
          step = own.target;
          break;
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<TextSpan> TextPattern::find(std::string_view text, std::size_t from) const {
  while (from < text.size()) {
    if (const auto end = match(text, from, 0); end && *end > from) return TextSpan{from, *end};
    next_code_point(text, from);
  }
  return std::nullopt;
}

TextPattern TextPattern::literal(std::string_view text) {
  TextPattern pattern;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    pattern.steps_.push_back({.kind = Step::Kind::character, .index = pattern.classes_.size()});
    pattern.classes_.push_back({.parts = {{.first = c, .last = c}}});
  }
  pattern.steps_.push_back({});
  return pattern;
}

}  // namespace sextant::data
