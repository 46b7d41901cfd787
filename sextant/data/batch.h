// What a task hands to a model: some samples of equal length with what should come out.
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
  Index length = 0;  // tokens per sample, without CLS
  InputKind input = InputKind::tokens;
  Index features = 0;  // vocabulary (tokens), symbols (one_hot) or numbers per token (values)
  ReadoutPlace readout = ReadoutPlace::last;
  Index outputs = 0;  // classes, or numbers per scored row
  LossKind loss = LossKind::cross_entropy;
};

struct Batch {
  static constexpr std::int32_t blank = -1;     // a token id: the zero vector
  static constexpr std::int32_t unscored = -1;  // a label: not part of the loss

  Index samples = 0;
  std::vector<std::int32_t> tokens;  // (samples, length), for tokens and one_hot
  std::vector<double> values;        // (samples, length, features), for values
  std::vector<std::uint8_t> masked;  // (samples, length) or empty: 1 = replaced by the mask vector
  std::vector<std::int32_t> labels;  // cross-entropy: (samples) or, at every or masked tokens, (samples, length)
  std::vector<double> targets;       // squared error: (samples, outputs) or (samples, length, outputs)
};

}  // namespace sextant::data
