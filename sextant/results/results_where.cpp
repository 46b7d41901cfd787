// A reader that moves through the text once: key, relation, value, then `and` or the end.
#include "sextant/results/results_where.h"

#include <cctype>

#include "sextant/core/error.h"
#include "sextant/results/option_value.h"

namespace sextant::results {
namespace {

constexpr const char* form = "expected KEY RELATION VALUE [and ...], as in \"model.depth>=3 and status==done\"";
constexpr std::string_view relation_letters = "=!<>";

class Reader {
 public:
  explicit Reader(std::string_view text) : whole_(text), rest_(text) {}

  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }

  Condition condition() {
    Condition result;
    result.column = take([](char c) { return !std::isspace(static_cast<unsigned char>(c)) && !is_relation(c); });
    require(!result.column.empty(), "'{}': no key before '{}'; {}", whole_, rest_, form);
    result.relation = take(is_relation);
    if (result.relation == "=") result.relation = "==";
    const std::string& r = result.relation;
    require(r == "==" || r == "!=" || r == "<" || r == "<=" || r == ">" || r == ">=",
            "'{}': expected one of ==, !=, <, <=, >, >= after {}, given '{}'; {}", whole_, result.column, r, form);
    result.value = value();
    require(r == "==" || r == "!=" || result.value.is_number(), "'{}': {} {} expects a number, given {}", whole_,
            result.column, r, result.value.dump());
    return result;
  }

  void conjunction() {
    const std::string word = take([](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
    require(word == "and" || word == "AND",
            "'{}': expected `and` or the end, given '{}'; quote values that contain spaces", whole_, word);
    require(!at_end(), "'{}': nothing after `and`; {}", whole_, form);
  }

 private:
  static bool is_relation(char c) { return relation_letters.find(c) != std::string_view::npos; }

  void skip_spaces() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front()))) rest_.remove_prefix(1);
  }

  template <class Belongs>
  std::string take(Belongs belongs) {
    skip_spaces();
    std::size_t length = 0;
    while (length < rest_.size() && belongs(rest_[length])) ++length;
    const std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return word;
  }

  Tree value() {
    require(!at_end(), "'{}': no value at the end; {}", whole_, form);
    const char quote = rest_.front();
    if (quote != '"' && quote != '\'') {
      return parse_typed_value(take([](char c) { return !std::isspace(static_cast<unsigned char>(c)); }));
    }
    const auto end = rest_.find(quote, 1);
    require(end != std::string_view::npos, "'{}': unterminated quote {}", whole_, quote);
    const std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return normal_value(text);
  }

  std::string_view whole_;
  std::string_view rest_;
};

}  // namespace

bool holds(const Condition& condition, const Tree& value) {
  if (condition.relation == "==") return value == condition.value;
  if (condition.relation == "!=") return value != condition.value;
  if (!value.is_number() || !condition.value.is_number()) return false;
  if (condition.relation == "<") return value < condition.value;
  if (condition.relation == "<=") return value <= condition.value;
  if (condition.relation == ">") return value > condition.value;
  return value >= condition.value;
}

std::vector<Condition> parse_conditions(std::string_view text) {
  std::vector<Condition> conditions;
  Reader reader(text);
  while (!reader.at_end()) {
    if (!conditions.empty()) reader.conjunction();
    conditions.push_back(reader.condition());
  }
  return conditions;
}

}  // namespace sextant::results
