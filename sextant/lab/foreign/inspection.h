// `sextant inspect` without its printing: the tables of positions of a file, and of every layer of the model in it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/analysis/findings.h"
#include "sextant/data/text/corpus.h"
#include "sextant/lab/foreign/foreign_model.h"
#include "sextant/lab/foreign/layer_positions.h"
#include "sextant/lab/foreign/position_finder.h"

namespace sextant::lab {

/// The table of one tensor; `number` tells its panels from those of others.
Findings inspect_table(const TensorFile& file, const FoundTable& found, Index number);

struct LayerRequest {
  ForeignHints hints;
  Index samples = 64;
  Index length = 0;  // 0: the model's longest, at most 128
  std::uint64_t seed = 1;
  CorpusRequest corpus;             // empty path: random tokens or values
  std::string images;               // npy (images, channels, height, width), for models of patches
  std::vector<std::string> ignore;  // fields of config.json and tensors to run without
};

struct LayerInspection {
  std::string layout;
  std::string inputs;  // "64 samples of 128 random tokens"
  std::vector<LayerPositions> layers;
  std::vector<Findings> findings;  // of each layer's positions
  std::vector<std::string> notes;  // what the run rests on: what was assumed, what was not used
};

/// Runs the model of the file.
LayerInspection inspect_layers(const TensorFile& file, const LayerRequest& request);

/// DIR/panels/*.json for the page, and DIR/positions.safetensors with pos_t of every layer.
void write_inspection(const std::string& directory, const std::vector<Panel>& panels,
                      const std::vector<LayerPositions>& layers);

/// The shares of every layer as one panel.
Panel layer_panel(const LayerInspection& inspection);

}  // namespace sextant::lab
