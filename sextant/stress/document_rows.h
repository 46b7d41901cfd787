// Which tokens of a document stand at which positions. The rule changes every result, so it is printed beside it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sextant/data/text/document_source.h"

namespace sextant::stress {

enum class PositionRule {
  present,   // a document counts at the positions that it reaches: length >= t
  complete,  // only documents of at least n tokens count, and they count everywhere
  padded,    // [CLS] text [SEP] [PAD] ... cut at n, all counted, as a model reads it
};

struct RowLayout {
  Index positions = 0;
  PositionRule rule = PositionRule::present;
  SpecialTokens special = {};
};

/// "present", "complete" or "padded".
PositionRule parse_position_rule(const std::string& name);
const char* name_of(PositionRule rule);
/// In words: "documents that reach the position (length >= t)".
const char* describe(PositionRule rule);

/// Refuses a layout that cannot be: fewer than two positions, or padding with a token that is not there.
void require_layout(const RowLayout& layout);

/// Replaces `row` by the tokens to be counted, at most `positions` of them; empty where the document does not count.
void lay_out(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row);

}  // namespace sextant::stress
