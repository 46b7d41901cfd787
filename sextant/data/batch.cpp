// The words that users type and records hold for the kinds of a batch, and the lengths of its samples.
#include "sextant/data/batch.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::data {

const char* name_of(InputKind kind) {
  switch (kind) {
    case InputKind::tokens:
      return "tokens";
    case InputKind::one_hot:
      return "one_hot";
    case InputKind::values:
      return "values";
  }
  return "unknown";
}

const char* name_of(ReadoutPlace place) {
  switch (place) {
    case ReadoutPlace::last:
      return "last";
    case ReadoutPlace::masked:
      return "masked";
    case ReadoutPlace::every:
      return "every";
    case ReadoutPlace::pooled:
      return "pooled";
    case ReadoutPlace::cls:
      return "cls";
  }
  return "unknown";
}

const char* name_of(LossKind kind) {
  switch (kind) {
    case LossKind::cross_entropy:
      return "cross_entropy";
    case LossKind::squared_error:
      return "squared_error";
  }
  return "unknown";
}

Index Batch::longest(Index first, Index count, Index length) const {
  if (lengths.empty() || count == 0) return length;
  const auto begin = lengths.begin() + first;
  return *std::max_element(begin, begin + count);
}

void require_lengths(const Batch& batch, const TaskShape& shape) {
  if (batch.lengths.empty()) return;
  require(shape.ragged, "batch: lengths given by a task whose shape does not say `ragged`");
  require(static_cast<Index>(batch.lengths.size()) == batch.samples, "batch: {} lengths for {} samples",
          batch.lengths.size(), batch.samples);
  for (const std::int32_t length : batch.lengths)
    require(length >= 1 && length <= shape.length, "batch: a sample of {} tokens, expected 1 to {}", length,
            shape.length);
}

}  // namespace sextant::data
