// What a task hands to a model: some samples with what should come out, of equal length or padded to one.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::data {

enum class InputKind { tokens, one_hot, values };
enum class ReadoutPlace { last, masked, every, pooled, cls };
enum class LossKind { cross_entropy, squared_error };

const char* name_of(InputKind kind);
const char* name_of(ReadoutPlace place);
const char* name_of(LossKind kind);

/// What goes in and what comes out, fixed for a task.
struct TaskShape {
  Index length = 0;  // tokens per sample, without CLS; the most there can be where samples differ
  InputKind input = InputKind::tokens;
  Index features = 0;  // vocabulary (tokens), symbols (one_hot) or numbers per token (values)
  ReadoutPlace readout = ReadoutPlace::last;
  Index outputs = 0;  // classes, or numbers per scored row
  LossKind loss = LossKind::cross_entropy;
  bool ragged = false;         // samples may have fewer tokens than `length` (Batch::lengths)
  bool told_by_later = false;  // later tokens hold the answer: only a causal model may learn it
};

struct Batch {
  static constexpr std::int32_t blank = -1;     // a token id: the zero vector
  static constexpr std::int32_t unscored = -1;  // a label: not part of the loss

  Index samples = 0;
  /// (samples) tokens of each, 1 to length, or empty: all have `length`. What stands behind them is padding: nothing
  /// reads it and no loss counts it, whatever it holds.
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> tokens;  // (samples, length), for tokens and one_hot
  std::vector<double> values;        // (samples, length, features), for values
  std::vector<std::uint8_t> masked;  // (samples, length) or empty: 1 = replaced by the mask vector
  std::vector<std::int32_t> labels;  // cross-entropy: (samples) or, at every or masked tokens, (samples, length)
  std::vector<double> targets;       // squared error: (samples, outputs) or (samples, length, outputs)

  /// Tokens of one sample, of a shape of `length`.
  Index length_of(Index sample, Index length) const {
    return lengths.empty() ? length : lengths[static_cast<std::size_t>(sample)];
  }
  /// The longest of samples [first, first+count).
  Index longest(Index first, Index count, Index length) const;
};

/// Refuses lengths that are none: too few of them, or one outside 1 to shape.length.
void require_lengths(const Batch& batch, const TaskShape& shape);

}  // namespace sextant::data
