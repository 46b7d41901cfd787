#include "sextant/math/geometry/kept_documents.h"

#include <algorithm>

namespace sextant {

KeptDocuments::KeptDocuments(DocumentSource& source, Index longest, std::size_t most_bytes,
                             const std::function<void(double)>& watch)
    : special_(source.special()) {
  std::vector<std::int32_t> document;
  while (complete_ && source.next(document)) {
    const std::size_t length = std::min(document.size(), static_cast<std::size_t>(longest));
    tokens_.insert(tokens_.end(), document.begin(), document.begin() + static_cast<std::ptrdiff_t>(length));
    ends_.push_back(tokens_.size());
    complete_ = tokens_.size() * sizeof(std::int32_t) + ends_.size() * sizeof(std::size_t) <= most_bytes;
    if (!watch || ends_.size() % 256 != 0) continue;
    const BytesRead read = source.progress();
    watch(read.total == 0 ? 0 : static_cast<double>(read.done) / static_cast<double>(read.total));
  }
  vocabulary_ = source.vocabulary();
}

bool KeptDocuments::next(std::vector<std::int32_t>& ids) {
  if (next_ == ends_.size()) return false;
  const std::size_t begin = next_ == 0 ? 0 : ends_[next_ - 1];
  ids.assign(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
             tokens_.begin() + static_cast<std::ptrdiff_t>(ends_[next_]));
  ++next_;
  return true;
}

}  // namespace sextant
