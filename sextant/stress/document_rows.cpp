#include "sextant/stress/document_rows.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::stress {

namespace {

bool pads(PositionRule rule) { return rule == PositionRule::padded || rule == PositionRule::max_length; }

void lay_out_padded(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row) {
  const auto positions = static_cast<std::size_t>(layout.positions);
  if (layout.special.begin) row.push_back(*layout.special.begin);
  std::size_t room = positions;
  if (layout.rule == PositionRule::max_length)
    room -= static_cast<std::size_t>(layout.special.begin.has_value()) +
            static_cast<std::size_t>(layout.special.end.has_value());
  const auto text = document.first(std::min(document.size(), room));
  row.insert(row.end(), text.begin(), text.end());
  if (layout.special.end) row.push_back(*layout.special.end);
  row.resize(positions, *layout.special.padding);
}

}  // namespace

PositionRule parse_position_rule(const std::string& name) {
  for (const auto rule :
       {PositionRule::present, PositionRule::complete, PositionRule::padded, PositionRule::max_length})
    if (name == name_of(rule)) return rule;
  fail("padding rule '{}': expected present, complete, padded or max_length", name);
}

const char* name_of(PositionRule rule) {
  switch (rule) {
    case PositionRule::present:
      return "present";
    case PositionRule::complete:
      return "complete";
    case PositionRule::padded:
      return "padded";
    case PositionRule::max_length:
      return "max_length";
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
    case PositionRule::max_length:
      return "[CLS] text [SEP] [PAD] ..., the text truncated so that [SEP] stays, all counted";
  }
  return "";
}

void require_layout(const RowLayout& layout) {
  require(layout.positions >= 2, "positions: expected 2 or more, not {}", layout.positions);
  if (!pads(layout.rule)) return;
  require(layout.special.padding.has_value(),
          "padding rule '{}': the tokenizer has no padding token; use present or complete", name_of(layout.rule));
}

void lay_out(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row) {
  row.clear();
  const auto positions = static_cast<std::size_t>(layout.positions);
  if (pads(layout.rule)) return lay_out_padded(document, layout, row);
  if (layout.rule == PositionRule::complete && document.size() < positions) return;
  const auto text = document.first(std::min(document.size(), positions));
  row.assign(text.begin(), text.end());
}

namespace {

constexpr std::size_t tokens_per_block = 1 << 23;
constexpr std::size_t block_documents = 1 << 20;
constexpr Index documents_between_checks = 256;

}  // namespace

KeptDocuments::KeptDocuments(DocumentSource& source, Index longest, std::size_t most_bytes,
                             const std::function<void(double)>& watch)
    : special_(source.special()) {
  std::vector<std::int32_t> document;
  for (Index number = 1; complete_ && source.next(document); ++number) {
    keep(std::span(document).first(std::min(document.size(), static_cast<std::size_t>(longest))));
    complete_ = bytes_ <= most_bytes;
    if (!watch || number % documents_between_checks != 0) continue;
    const BytesRead read = source.progress();
    watch(read.total == 0 ? 0 : static_cast<double>(read.done) / static_cast<double>(read.total));
  }
  vocabulary_ = source.vocabulary();
}

void KeptDocuments::keep(std::span<const std::int32_t> document) {
  const auto full = [&](const Block& block) {
    return block.tokens.size() + document.size() > block.tokens.capacity() || block.ends.size() == block_documents;
  };
  if (blocks_.empty() || full(blocks_.back())) {
    blocks_.emplace_back();
    blocks_.back().tokens.reserve(std::max(tokens_per_block, document.size()));
  }
  Block& block = blocks_.back();
  block.tokens.insert(block.tokens.end(), document.begin(), document.end());
  block.ends.push_back(block.tokens.size());
  tokens_ += document.size();
  bytes_ += document.size() * sizeof(std::int32_t) + sizeof(std::size_t);
}

bool KeptDocuments::next(std::vector<std::int32_t>& ids) {
  if (block_ < blocks_.size() && next_ == blocks_[block_].ends.size()) {
    ++block_;
    next_ = 0;
  }
  if (block_ == blocks_.size()) return false;
  const Block& block = blocks_[block_];
  const std::size_t begin = next_ == 0 ? 0 : block.ends[next_ - 1];
  ids.assign(block.tokens.begin() + static_cast<std::ptrdiff_t>(begin),
             block.tokens.begin() + static_cast<std::ptrdiff_t>(block.ends[next_]));
  ++next_;
  return true;
}

}  // namespace sextant::stress
