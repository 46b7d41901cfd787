// The two ends of a network: samples to the stream, and the stream to the outputs of the head.
#pragma once

#include "sextant/foreign/block.h"
#include "sextant/foreign/loaded_weights.h"
#include "sextant/foreign/network.h"

namespace sextant::foreign::inline SEXTANT_PRECISION {

/// Where each sample begins in the stream, and the end. An Error where a sample does not suit the network.
std::vector<Index> find_starts(const NetworkShape& shape, const std::vector<Sample>& samples);

/// stream (tokens of all samples, width)
void embed(const NetworkShape& shape, const OuterWeights& weights, const Loader& loader,
           const std::vector<Sample>& samples, const std::vector<Index>& starts, View<real> stream);

/// `samples` are looked at for losses alone.
Table run_head(const NetworkShape& shape, const OuterWeights& outer, const HeadWeights& weights,
               const std::vector<Sample>& samples, const std::vector<Index>& starts, View<const real> stream,
               Answer answer, Crew& crew);

}  // namespace sextant::foreign::inline SEXTANT_PRECISION
