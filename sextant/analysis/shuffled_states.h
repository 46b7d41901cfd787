// What a model makes of its tokens when their order means nothing: the hidden states of every layer, for held-out
// samples whose tokens were put in an order drawn anew for each sample. Content then says nothing of position, so
// whatever a state tells of its position the model knows from its encoding, its mask or its mixer. Works for every
// mixer.
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

/// What one tap says, a row for each token without CLS, sample by sample.
struct TappedRows {
  std::string name;  // "embeddings", "blocks.0.residual"
  Table rows;        // (samples * length, width)
};

struct ShuffledStates {
  Batch batch;  // as the model saw it
  Index length = 0;
  std::vector<TappedRows> layers;
};

/// Why the hidden states of a model are not those of its tokens, or "".
std::string refuse_states(const Model& model);

/// The samples are the held-out ones, or random ones where those have different lengths or there are none; fewer than
/// `samples` where their states would take too much memory. `names`: the taps to keep; empty: the embeddings and the
/// output of every block.
ShuffledStates shuffled_states(const Subject& subject, Index samples, std::vector<std::string> names = {});

/// For draw `draw` of a null distribution: the positions 0, 1, ... of each sample in another order, (samples * length).
std::vector<Index> shuffled_positions(const ShuffledStates& states, std::uint64_t seed, Index draw);

}  // namespace sextant::analysis
