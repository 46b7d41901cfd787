#include "sextant/stress/document_rows.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::stress {
namespace {

void lay_out_padded(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row) {
  const auto positions = static_cast<std::size_t>(layout.positions);
  if (layout.special.begin) row.push_back(*layout.special.begin);
  const auto text = document.first(std::min(document.size(), positions));
  row.insert(row.end(), text.begin(), text.end());
  if (layout.special.end) row.push_back(*layout.special.end);
  row.resize(positions, *layout.special.padding);
}

}  // namespace

PositionRule parse_position_rule(const std::string& name) {
  for (const auto rule : {PositionRule::present, PositionRule::complete, PositionRule::padded})
    if (name == name_of(rule)) return rule;
  fail("padding rule '{}': expected present, complete or padded", name);
}

const char* name_of(PositionRule rule) {
  switch (rule) {
    case PositionRule::present:
      return "present";
    case PositionRule::complete:
      return "complete";
    case PositionRule::padded:
      return "padded";
  }
  return "";
}

const char* describe(PositionRule rule) {
  switch (rule) {
    case PositionRule::present:
      return "documents that reach the position (length >= t)";
    case PositionRule::complete:
      return "documents that reach every position (length >= n)";
    case PositionRule::padded:
      return "[CLS] text [SEP] [PAD] ..., truncated at n, all counted";
  }
  return "";
}

void require_layout(const RowLayout& layout) {
  require(layout.positions >= 2, "positions: expected 2 or more, not {}", layout.positions);
  if (layout.rule != PositionRule::padded) return;
  require(layout.special.padding.has_value(),
          "padding rule 'padded': the tokenizer has no padding token; use present or complete");
}

void lay_out(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row) {
  row.clear();
  const auto positions = static_cast<std::size_t>(layout.positions);
  if (layout.rule == PositionRule::padded) return lay_out_padded(document, layout, row);
  if (layout.rule == PositionRule::complete && document.size() < positions) return;
  const auto text = document.first(std::min(document.size(), positions));
  row.assign(text.begin(), text.end());
}

}  // namespace sextant::stress
