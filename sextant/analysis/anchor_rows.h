// Where key and anchors stand in the rows of anchor functions (tasks/anchor_pairs). A row's kind is its pair, "(4, 3)",
// and no key or noise has the token of an anchor, so they are found by looking.
#pragma once

#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

struct AnchorRow {
  Index sample = 0;
  Index key_place = 0;  // the anchors stand right behind it
  Index key = 0;
  Index first = 0, second = 0;  // the anchors
};

/// All rows of a split, in its order.
std::vector<AnchorRow> find_anchors(const SplitRows& split, Index length);

/// Why the rows of the subject are no anchor functions, or "".
std::string refuse_anchors(const Subject& subject);

/// The split of that name, or null.
const SplitRows* split_named(const Subject& subject, std::string_view name);

/// What training teaches a pair to add to its key, told by the rows of split test; nothing for a pair not in it.
std::optional<Index> taught_offset(const Subject& subject, Index first, Index second);

}  // namespace sextant::analysis
