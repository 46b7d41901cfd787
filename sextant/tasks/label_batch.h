// A batch of token sequences with one label each, and the message of a split that does not exist: what tasks with a
// readout of one row have in common.
#pragma once

#include <algorithm>
#include <span>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/data/batch.h"

namespace sextant::tasks {

inline void shape_label_batch(Batch& batch, Index samples, Index length) {
  batch.samples = samples;
  batch.tokens.resize(static_cast<std::size_t>(samples * length));  // (samples, length)
  batch.labels.resize(static_cast<std::size_t>(samples));           // (samples)
  batch.values.clear();
  batch.masked.clear();
  batch.targets.clear();
}

inline std::span<std::int32_t> sample_tokens(Batch& batch, Index sample, Index length) {
  return {batch.tokens.data() + sample * length, static_cast<std::size_t>(length)};
}

/// Checks that rows [first, first + count) lie in a split.
inline void require_rows(const char* task, const std::string& split, Index first, Index count, Index rows) {
  require(first >= 0 && count >= 0 && first + count <= rows,
          "{}: samples {} to {} requested from split '{}', which has {}", task, first, first + count, split, rows);
}

/// The member of `splits` with that `name`; an Error with the nearest one where there is none.
template <class Splits>
const auto& find_split(const char* task, const Splits& splits, const std::string& name) {
  const auto found = std::ranges::find_if(splits, [&](const auto& split) { return split.name == name; });
  if (found != splits.end()) return *found;
  std::vector<std::string> names;
  for (const auto& split : splits) names.push_back(split.name);
  fail("{}: no split '{}'{}", task, name, nearest_name_hint(name, names));
}

}  // namespace sextant::tasks
