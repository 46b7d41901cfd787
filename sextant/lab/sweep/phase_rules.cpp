// Reading rules, and judging rows of the store by them.
#include "sextant/lab/sweep/phase_rules.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/results/option_value.h"

namespace sextant::lab {
namespace {

constexpr std::string_view form = "\"NAME: KEY RELATION VALUE [and ...]\", as in \"fails: final.train.accuracy<0.9\"";

std::string trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

std::optional<double> read_number(const std::string& text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// What is not known fits nothing but `unset`: it is not even different from a value.
bool fits(const Condition& condition, const Tree& row) {
  const Tree value = normal_value(row.value(condition.column, Tree()));
  return (!value.is_null() || condition.value.is_null()) && holds(condition, value);
}

bool asks_for_status(const PhaseRule& rule) {
  return std::ranges::count(rule.conditions, "status", &Condition::column) > 0;
}

void require_columns(const PhaseRule& rule, const Tree& row) {
  std::vector<std::string> known, measured;
  for (const auto& [key, value] : row.items()) {
    known.push_back(key);
    if (key.starts_with("final.")) measured.push_back(key);
  }
  for (const auto& condition : rule.conditions)
    require(row.contains(condition.column), "phase '{}': a run has no {}{}; available: {}", rule.name, condition.column,
            nearest_name_hint(condition.column, known), fmt::join(measured, ", "));
}

}  // namespace

PhaseRule parse_phase_rule(std::string_view text) {
  const auto colon = text.find(':');
  require(colon != std::string_view::npos, "--phase {}: no ':' after the name; expected {}", text, form);
  PhaseRule rule{trim(text.substr(0, colon)), parse_conditions(text.substr(colon + 1))};
  require(!rule.name.empty(), "--phase {}: the name is empty; expected {}", text, form);
  require(!rule.conditions.empty(), "--phase {}: no condition after the name; expected {}", text, form);
  return rule;
}

PhaseRules PhaseRules::from_level(std::string_view text) {
  const auto at = text.find('=');
  const auto key = trim(text.substr(0, at));
  const auto level = at == std::string_view::npos ? std::nullopt : read_number(trim(text.substr(at + 1)));
  require(level && !key.empty(), "--level \"{}\": expected KEY=NUMBER, such as final.test.accuracy=0.9", text);
  PhaseRules result;
  result.rules_ = {{"above", {{key, ">=", *level}}}};
  result.otherwise_ = "below";
  result.description_ = fmt::format("{} >= {}", key, *level);
  return result;
}

PhaseRules PhaseRules::from_rules(const std::vector<std::string>& texts) {
  require(!texts.empty(), "--phase: no rule given; expected {}", form);
  PhaseRules result;
  for (const auto& text : texts) {
    auto rule = parse_phase_rule(text);
    require(!std::ranges::count(result.labels(), rule.name), "--phase: the name '{}' is given twice", rule.name);
    result.rules_.push_back(std::move(rule));
  }
  result.otherwise_ = "other";
  result.description_ = fmt::format("{}", fmt::join(texts, "; "));
  return result;
}

std::string PhaseRules::label(const Tree& row) const {
  const auto status = row.value("status", std::string());
  if (status != "done" && status != "diverged") return "";
  for (const auto& rule : rules_) {
    // What a run measured before it diverged is not where it ended.
    if (status == "diverged" && !asks_for_status(rule)) continue;
    if (status == "done") require_columns(rule, row);
    if (std::ranges::all_of(rule.conditions, [&](const auto& condition) { return fits(condition, row); }))
      return rule.name;
  }
  return status == "diverged" ? "diverged" : otherwise_;
}

std::vector<std::string> PhaseRules::labels() const {
  std::vector<std::string> names;
  for (const auto& rule : rules_) names.push_back(rule.name);
  names.push_back(otherwise_);
  return names;
}

}  // namespace sextant::lab
