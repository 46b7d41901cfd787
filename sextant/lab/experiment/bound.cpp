#include "sextant/lab/experiment/bound.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

// Longer signs first: ">" would take the start of ">=".
constexpr std::array signs{std::pair{std::string_view("<="), Bound::Relation::at_most},
                           std::pair{std::string_view(">="), Bound::Relation::at_least},
                           std::pair{std::string_view("<"), Bound::Relation::below},
                           std::pair{std::string_view(">"), Bound::Relation::above},
                           std::pair{std::string_view("=="), Bound::Relation::equal},
                           std::pair{std::string_view("within"), Bound::Relation::within}};

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool Bound::holds(double value) const {
  switch (relation) {
    case Relation::below:
      return value < limit;
    case Relation::at_most:
      return value <= limit;
    case Relation::at_least:
      return value >= limit;
    case Relation::above:
      return value > limit;
    case Relation::equal:
      return value == limit;
    case Relation::within:
      return std::abs(value) <= limit;
  }
  return false;
}

std::string Bound::text() const {
  std::string_view sign;
  for (const auto& [text, kind] : signs)
    if (kind == relation) sign = text;
  return fmt::format("{}{} {:g}", of_p ? "p " : "", sign, limit);
}

Bound parse_bound(const std::string& text) {
  Bound bound;
  std::string_view rest = without_spaces(text);
  bound.of_p = rest.starts_with("p ") || rest.starts_with("p<") || rest.starts_with("p>");
  if (bound.of_p) rest = without_spaces(rest.substr(1));
  for (const auto& [sign, relation] : signs) {
    if (!rest.starts_with(sign)) continue;
    const std::string_view number = without_spaces(rest.substr(sign.size()));
    const auto end = number.data() + number.size();
    const auto read = std::from_chars(number.data(), end, bound.limit);
    if (read.ec != std::errc() || read.ptr != end) break;
    bound.relation = relation;
    return bound;
  }
  fail(
      "bound '{}': expected <, <=, >, >=, == or within, then a number, as in \">= 0.9\", \"within 0.05\" or \"p >= "
      "0.05\"",
      text);
}

}  // namespace sextant::lab
