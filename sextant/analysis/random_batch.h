// Samples of a task's shape with random content: for analyses that ask about the model and not the task.
#pragma once

#include "sextant/core/random.h"
#include "sextant/data/batch.h"

namespace sextant::analysis {

/// Tokens, symbols or standard normal values; every label 0 and every target 0; one token in three is
/// masked where the readout is at masked tokens (always the first one).
Batch make_random_batch(const TaskShape& shape, Index samples, const Random& random);

/// The same batch with the tokens of each sample in another order: place i gets token order[i].
/// `orders` is (samples, length).
Batch make_permuted_batch(const Batch& batch, const TaskShape& shape, const std::vector<std::int32_t>& orders);

}  // namespace sextant::analysis
