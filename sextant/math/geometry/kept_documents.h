// The beginnings of all documents of a corpus in memory, for passes that would otherwise read and tokenise it again.
#pragma once

#include <functional>

#include "sextant/core/text/document_source.h"

namespace sextant {

class KeptDocuments final : public DocumentSource {
 public:
  /// At most `longest` tokens of each document. Stops reading once `most_bytes` are held: complete() says so.
  KeptDocuments(DocumentSource& source, Index longest, std::size_t most_bytes,
                const std::function<void(double)>& watch = {});

  bool complete() const { return complete_; }
  Index documents() const { return static_cast<Index>(ends_.size()); }
  std::size_t tokens() const { return tokens_.size(); }
  void rewind() { next_ = 0; }

  bool next(std::vector<std::int32_t>& ids) override;
  BytesRead progress() const override { return {next_, ends_.size()}; }
  Index vocabulary() const override { return vocabulary_; }
  SpecialTokens special() const override { return special_; }

 private:
  std::vector<std::int32_t> tokens_;  // of all documents
  std::vector<std::size_t> ends_;     // of each document in tokens_
  std::size_t next_ = 0;
  Index vocabulary_ = 0;
  SpecialTokens special_;
  bool complete_ = true;
};

}  // namespace sextant
