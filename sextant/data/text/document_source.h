// A stream of documents as token ids: a corpus is read once from end to end and need not fit into memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

/// How far a stream is, in bytes of its files as they lie on the disk.
struct BytesRead {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

/// Ids with a meaning of their own, where the tokeniser has them. Documents never contain them: whoever counts
/// positions says whether [CLS], [SEP] and [PAD] are counted too.
struct SpecialTokens {
  std::optional<std::int32_t> begin;    // [CLS]
  std::optional<std::int32_t> end;      // [SEP], <|endoftext|>
  std::optional<std::int32_t> padding;  // [PAD]
  /// Of a tokenizer.json, where its post-processor says what stands around a document; `framed` even if that is
  /// nothing.
  bool framed = false;
  std::vector<std::int32_t> before = {}, behind = {};
};

class DocumentSource {
 public:
  virtual ~DocumentSource() = default;
  /// Replaces `ids` by those of the next document, which may be empty; false behind the last one.
  virtual bool next(std::vector<std::int32_t>& ids) = 0;
  virtual BytesRead progress() const = 0;
  /// Every id so far is below this; fixed from the start where the tokeniser has a vocabulary.
  virtual Index vocabulary() const = 0;
  virtual SpecialTokens special() const { return {}; }
};

}  // namespace sextant::data
