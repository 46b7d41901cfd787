// What every layer of a running model knows of positions: the mean decomposition of its stream (math/geometry/
// mean_decomposition.h), whatever the model's encoding.
#pragma once

#include <functional>
#include <vector>

#include "sextant/lab/foreign/foreign_model.h"
#include "sextant/stress/mean_decomposition.h"

namespace sextant::lab {

struct LayerPositions {
  std::string name;  // "embeddings", "blocks.0", ...
  Table positions;   // pos_t, (tokens, width), a CLS token left out
  MeanDecomposition::Shares shares;
};

/// Fills the inputs of samples [first, first + count): tokens or values.
using FillSamples = std::function<void(Batch& batch, Index first, Index count)>;

std::vector<LayerPositions> measure_layers(Model& model, Index samples, const FillSamples& fill);

/// Uniform tokens, or standard normal values, drawn by `seed`.
FillSamples random_samples(const TaskShape& shape, std::uint64_t seed);

}  // namespace sextant::lab
