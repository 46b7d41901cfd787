// Samples of different lengths: a range for training and for the split "test", and one split "length_N" for each length
// that is tested on its own, longer ones than in training too. A batch then has rows of longest() tokens, of which the
// first Batch::lengths count; a model's positions are as many as the longest has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/core/random.h"
#include "sextant/data/batch.h"

namespace sextant::tasks {

struct Lengths {
  IndexRange training;        // task.length
  std::vector<Index> tested;  // task.test_lengths

  /// The two options; `shortest` is the least that the task can do with.
  void visit(OptionVisitor& option, Index shortest, const char* help);

  Index longest() const;
  /// Whether samples can differ, or can be shorter than the longest: TaskShape::ragged.
  bool ragged() const { return training.low < longest(); }
  /// "length_16", ... in the order of task.test_lengths.
  std::vector<std::string> splits() const;
  /// The length of such a split; nothing for other names.
  std::optional<Index> of_split(const std::string& split) const;
  /// A length of the training range, number `index` of `random`.
  Index draw(const Random& random, std::uint64_t index) const;
};

/// Sets the lengths of a batch all to 0 where samples may differ, to be filled by the task, otherwise to none.
void shape_lengths(Batch& batch, const Lengths& lengths);
/// Nothing where samples cannot differ.
void set_length(Batch& batch, Index sample, Index length);

}  // namespace sextant::tasks
