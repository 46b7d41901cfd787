// What every layer of a checkpoint with a config.json knows of positions.
#pragma once

#include "sextant/lab/foreign/checkpoint.h"
#include "sextant/lab/foreign/inspection.h"

namespace sextant::lab {

struct NetworkSamples {
  std::vector<foreign::Sample> samples;
  Index length = 0;  // tokens of a sample, those in front of patches not counted
  std::string what;  // "tokens of FILE"
};

/// As the request says: documents, images or random inputs.
NetworkSamples choose_network_samples(const LayerRequest& request, const foreign::NetworkShape& shape);

/// The mean decomposition of the stream behind the embeddings and every block.
std::vector<LayerPositions> measure_network_layers(foreign::Network& network, const NetworkSamples& samples);

/// Runs the checkpoint.
LayerInspection inspect_network(const Checkpoint& checkpoint, const LayerRequest& request);

}  // namespace sextant::lab
