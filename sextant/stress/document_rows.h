// Documents as rows of positions, and which are kept.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sextant/data/text/document_source.h"

namespace sextant::stress {

// Which tokens of a document stand at which positions. The rule changes every result, so it is printed beside it.

enum class PositionRule {
  present,     // a document counts at the positions that it reaches: length >= t
  complete,    // only documents of at least n tokens count, and they count everywhere
  padded,      // [CLS] text [SEP] [PAD] ... cut at n, all counted: a long text loses its [SEP]
  max_length,  // the same, the text truncated so that [SEP] stays: Hugging Face's padding="max_length", truncation=True
};

struct RowLayout {
  Index positions = 0;
  PositionRule rule = PositionRule::present;
  SpecialTokens special = {};
};

/// "present", "complete", "padded" or "max_length".
PositionRule parse_position_rule(const std::string& name);
const char* name_of(PositionRule rule);
/// In words: "documents that reach the position (length >= t)".
const char* describe(PositionRule rule);

/// Refuses a layout that cannot be: fewer than two positions, or padding with a token that is not there.
void require_layout(const RowLayout& layout);

/// Replaces `row` by the tokens to be counted, at most `positions` of them; empty where the document does not count.
void lay_out(std::span<const std::int32_t> document, const RowLayout& layout, std::vector<std::int32_t>& row);

// The beginnings of all documents of a corpus in memory, for passes that would otherwise read and tokenise it again.

class KeptDocuments final : public DocumentSource {
 public:
  /// At most `longest` tokens of each document. Stops reading once `most_bytes` are held: complete() says so.
  KeptDocuments(DocumentSource& source, Index longest, std::size_t most_bytes,
                const std::function<void(double)>& watch = {});

  bool complete() const { return complete_; }
  std::size_t tokens() const { return tokens_; }
  std::size_t bytes() const { return bytes_; }
  void rewind() { block_ = next_ = 0; }

  bool next(std::vector<std::int32_t>& ids) override;
  BytesRead progress() const override { return {block_, blocks_.size()}; }
  Index vocabulary() const override { return vocabulary_; }
  SpecialTokens special() const override { return special_; }

 private:
  /// Documents in blocks of 32 MB: one array of all would be there twice while it grows, and small blocks would not go
  /// back to the system when they are given up.
  struct Block {
    std::vector<std::int32_t> tokens;
    std::vector<std::size_t> ends;  // of each document in tokens
  };

  void keep(std::span<const std::int32_t> document);

  std::vector<Block> blocks_;
  std::size_t block_ = 0, next_ = 0;  // block, and document in it
  std::size_t tokens_ = 0, bytes_ = 0;
  Index vocabulary_ = 0;
  SpecialTokens special_;
  bool complete_ = true;
};

}  // namespace sextant::stress
