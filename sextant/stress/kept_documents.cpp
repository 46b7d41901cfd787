#include "sextant/stress/kept_documents.h"

#include <algorithm>

namespace sextant::stress {
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
