// A regular expression to the steps that text_pattern.cpp follows.
#include <utf8proc.h>

#include <map>

#include "sextant/core/error.h"
#include "sextant/data/text/utf8.h"
#include "sextant/data/tokenizers/text_pattern.h"

namespace sextant::data {
namespace {

constexpr std::size_t most_nested = 50, most_compiled = 20'000, most_repeated = 1000;

using Part = CharacterClass::Part;

/// "Lu", "L", ...: a bit for each category; 0 where there is no such name.
std::uint32_t categories_named(std::string_view name) {
  static const std::map<std::string, int, std::less<>> known = {
      {"Lu", UTF8PROC_CATEGORY_LU}, {"Ll", UTF8PROC_CATEGORY_LL}, {"Lt", UTF8PROC_CATEGORY_LT},
      {"Lm", UTF8PROC_CATEGORY_LM}, {"Lo", UTF8PROC_CATEGORY_LO}, {"Mn", UTF8PROC_CATEGORY_MN},
      {"Mc", UTF8PROC_CATEGORY_MC}, {"Me", UTF8PROC_CATEGORY_ME}, {"Nd", UTF8PROC_CATEGORY_ND},
      {"Nl", UTF8PROC_CATEGORY_NL}, {"No", UTF8PROC_CATEGORY_NO}, {"Pc", UTF8PROC_CATEGORY_PC},
      {"Pd", UTF8PROC_CATEGORY_PD}, {"Ps", UTF8PROC_CATEGORY_PS}, {"Pe", UTF8PROC_CATEGORY_PE},
      {"Pi", UTF8PROC_CATEGORY_PI}, {"Pf", UTF8PROC_CATEGORY_PF}, {"Po", UTF8PROC_CATEGORY_PO},
      {"Sm", UTF8PROC_CATEGORY_SM}, {"Sc", UTF8PROC_CATEGORY_SC}, {"Sk", UTF8PROC_CATEGORY_SK},
      {"So", UTF8PROC_CATEGORY_SO}, {"Zs", UTF8PROC_CATEGORY_ZS}, {"Zl", UTF8PROC_CATEGORY_ZL},
      {"Zp", UTF8PROC_CATEGORY_ZP}, {"Cc", UTF8PROC_CATEGORY_CC}, {"Cf", UTF8PROC_CATEGORY_CF},
      {"Cs", UTF8PROC_CATEGORY_CS}, {"Co", UTF8PROC_CATEGORY_CO}, {"Cn", UTF8PROC_CATEGORY_CN}};
  std::uint32_t bits = 0;
  for (const auto& [own, category] : known)
    if (own == name || (name.size() == 1 && own[0] == name[0])) bits |= 1u << category;
  return bits;
}

}  // namespace

class PatternCompiler {
 public:
  PatternCompiler(std::string_view pattern, const std::string& who) : rest_(pattern), whole_(pattern), who_(who) {}

  TextPattern compile() {
    const bool empty = alternatives(0);
    if (!rest_.empty()) refuse("a closing bracket that none opens");
    if (empty) refuse("it matches the empty text");
    add({});
    return std::move(pattern_);
  }

 private:
  using Step = TextPattern::Step;
  using Kind = Step::Kind;

  [[noreturn]] void refuse(const std::string& why) const {
    fail("{}: the pattern '{}' is not supported: {}", who_, whole_, why);
  }
  std::size_t add(const Step& step) {
    if (pattern_.steps_.size() >= most_compiled) refuse("it is too long");
    pattern_.steps_.push_back(step);
    return pattern_.steps_.size() - 1;
  }
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  char32_t next() {
    if (rest_.empty()) refuse("it ends too early");
    std::size_t at = 0;
    const char32_t c = next_code_point(rest_, at);
    rest_.remove_prefix(at);
    return c;
  }

  // Each returns whether it may match the empty text.
  bool alternatives(std::size_t depth) {
    if (depth > most_nested) refuse("it is nested too deeply");
    std::vector<std::size_t> ends;
    for (bool empty = false;;) {
      const std::size_t split = add({.kind = Kind::split});
      empty |= sequence(depth);
      if (!take("|")) {  // the last one: nothing to fall back to
        pattern_.steps_[split] = {.kind = Kind::jump, .target = split + 1};
        for (const std::size_t end : ends) pattern_.steps_[end].target = pattern_.steps_.size();
        return empty;
      }
      ends.push_back(add({.kind = Kind::jump}));
      pattern_.steps_[split].target = pattern_.steps_.size();
    }
  }

  bool sequence(std::size_t depth) {
    bool empty = true;
    while (!rest_.empty() && rest_[0] != '|' && rest_[0] != ')') {
      const std::size_t first = pattern_.steps_.size();
      const bool own = atom(depth);
      empty &= repeated(first, own);
    }
    return empty;
  }

  bool atom(std::size_t depth) {
    if (take("(")) return group(depth);
    CharacterClass own;
    own.any_case = any_case_;
    if (take("["))
      read_class(own);
    else if (take("."))
      own.parts = {{.first = '\n', .last = '\n', .negated = true}};
    else if (take("\\"))
      own.parts = {escaped()};
    else {
      const char32_t c = next();
      if (c == '^' || c == '$' || c == '*' || c == '+' || c == '?' || c == '{')
        refuse(fmt::format("'{}' at this place", static_cast<char>(c)));
      own.parts = {{.first = c, .last = c}};
    }
    add({.kind = Kind::character, .index = pattern_.classes_.size()});
    pattern_.classes_.push_back(std::move(own));
    return false;
  }

  bool group(std::size_t depth) {
    const bool outer = any_case_;
    std::optional<std::size_t> enclosed;
    const bool ahead = rest_.starts_with("?=") || rest_.starts_with("?!");
    if (take("?i:"))
      any_case_ = true;
    else if (take("?="))
      enclosed = add({.kind = Kind::look_ahead});
    else if (take("?!"))
      enclosed = add({.kind = Kind::look_ahead, .negated = true});
    else if (take("?>"))
      enclosed = add({.kind = Kind::atomic});
    else if (!take("?:") && rest_.starts_with("?"))
      refuse(fmt::format("the group '({}'", rest_.substr(0, 4)));
    const bool empty = alternatives(depth + 1);
    if (!take(")")) refuse("a bracket that is not closed");
    any_case_ = outer;
    if (enclosed) {
      add({});
      pattern_.steps_[*enclosed].target = pattern_.steps_.size();
    }
    return empty || ahead;
  }

  Part escaped() {
    const char32_t c = next();
    const auto one = [](char32_t own) { return Part{.first = own, .last = own}; };
    switch (c) {
      case 's':
      case 'S':
        return {.kind = Part::Kind::white_space, .negated = c == 'S'};
      case 'w':
      case 'W':
        return {.kind = Part::Kind::word, .negated = c == 'W'};
      case 'd':
      case 'D':
        return {.kind = Part::Kind::category, .categories = 1u << UTF8PROC_CATEGORY_ND, .negated = c == 'D'};
      case 'n':
        return one('\n');
      case 'r':
        return one('\r');
      case 't':
        return one('\t');
      case 'p':
      case 'P':
        return property(c == 'P');
      default:
        if (c > 127 || std::isalnum(static_cast<int>(c)) != 0)
          refuse(fmt::format("the escape '\\{}'", c < 128 ? std::string(1, static_cast<char>(c)) : "?"));
        return one(c);
    }
  }

  Part property(bool negated) {
    const std::size_t end = rest_.find('}');
    if (!take("{") || end == std::string_view::npos) refuse("a property without braces");
    if (take("^")) negated = !negated;
    const std::string_view name = rest_.substr(0, rest_.find('}'));
    const std::uint32_t bits = categories_named(name);
    if (bits == 0) refuse(fmt::format("the property '{}'", name));
    rest_.remove_prefix(name.size() + 1);
    return {.kind = Part::Kind::category, .categories = bits, .negated = negated};
  }

  void read_class(CharacterClass& own) {
    own.negated = take("^");
    while (!take("]")) {
      if (rest_.starts_with("[") || rest_.starts_with("&&")) refuse("a class inside a class");
      Part part;
      if (take("\\"))
        part = escaped();
      else
        part.first = part.last = next();
      if (part.kind == Part::Kind::range && rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']') {
        take("-");
        const Part end = take("\\") ? escaped() : [&] {
          const char32_t c = next();
          return Part{.first = c, .last = c};
        }();
        if (end.kind != Part::Kind::range || end.first < part.first) refuse("a range that ends before it begins");
        part.last = end.first;
      }
      own.parts.push_back(part);
    }
    if (own.parts.empty()) refuse("an empty class");
  }

  std::size_t number() {
    std::size_t value = 0;
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      value = 10 * value + static_cast<std::size_t>(rest_[0] - '0');
      if (value > most_repeated) refuse(fmt::format("more than {} repetitions", most_repeated));
      rest_.remove_prefix(1);
    }
    return value;
  }

  /// What stands behind an atom, whose steps begin at `first`.
  bool repeated(std::size_t first, bool empty) {
    std::size_t least = 1, most = 1;
    bool endless = false;
    const bool counted = take("{");
    if (counted) {
      least = most = number();
      if (take(",")) {
        endless = rest_.starts_with("}");
        most = endless ? least : number();
      }
      if (!take("}") || most < least) refuse("a repetition that cannot be read");
    } else if (take("*")) {
      least = most = 0;
      endless = true;
    } else if (take("+")) {
      endless = true;
    } else if (take("?")) {
      least = 0;
    } else {
      return empty;
    }
    const bool lazy = take("?"), possessive = !counted && !lazy && take("+");
    if (empty) refuse("a repetition of what may be empty");
    repeat(first, {least, most, endless, lazy, possessive});
    if (!rest_.empty() && (rest_[0] == '*' || rest_[0] == '+' || rest_[0] == '?' || rest_[0] == '{'))
      refuse("a repetition of a repetition");
    return least == 0;
  }

  struct Repetition {
    std::size_t least, most;
    bool endless, lazy, possessive;
  };

  void repeat(std::size_t first, const Repetition& wanted) {
    const std::vector<Step> body(pattern_.steps_.begin() + static_cast<std::ptrdiff_t>(first), pattern_.steps_.end());
    pattern_.steps_.resize(first);
    const auto add_body = [&] {
      const std::size_t shift = pattern_.steps_.size() - first;
      for (Step step : body) {
        if (step.kind != Kind::character && step.kind != Kind::accept) step.target += shift;
        add(step);
      }
    };
    const Kind choice = wanted.lazy ? Kind::split_late : Kind::split;
    const std::optional<std::size_t> atomic =
        wanted.possessive ? std::optional(add({.kind = Kind::atomic})) : std::nullopt;
    for (std::size_t i = 0; i < wanted.least; ++i) add_body();
    if (wanted.endless) {
      const std::size_t split = add({.kind = choice});
      add_body();
      add({.kind = Kind::jump, .target = split});
      pattern_.steps_[split].target = pattern_.steps_.size();
    }
    std::vector<std::size_t> splits;
    for (std::size_t i = wanted.least; i < wanted.most; ++i) {
      splits.push_back(add({.kind = choice}));
      add_body();
    }
    for (const std::size_t split : splits) pattern_.steps_[split].target = pattern_.steps_.size();
    if (!atomic) return;
    add({});
    pattern_.steps_[*atomic].target = pattern_.steps_.size();
  }

  TextPattern pattern_;
  std::string_view rest_, whole_;
  const std::string& who_;
  bool any_case_ = false;
};

TextPattern TextPattern::regular_expression(std::string_view pattern, const std::string& who) {
  return PatternCompiler(pattern, who).compile();
}

}  // namespace sextant::data
