// The positions in a checkpoint of any program: its tables, and, where the model is run, what every layer knows.
#pragma once

#include <stop_token>

#include "sextant/core/events.h"
#include "sextant/lab/corpus_options.h"
#include "sextant/lab/foreign/inspection.h"
#include "sextant/lab/foreign/rope_check.h"

namespace sextant::lab {

struct InspectOptions : CorpusOptions {
  std::string file = {};
  std::vector<std::string> tensors = {};
  std::string grid = {};
  std::string out = {};
  bool run = false;
  bool rope = false;
  Index samples = LayerRequest().samples;
  Index length = 0;
  Index seed = 1;
  std::string images = {};
  Index heads = 0;
  std::string causal = "auto";
  std::string activation = {};
  std::vector<std::string> ignore = {};

  void visit(OptionVisitor& option) override;
};

struct InspectedTensor {
  TensorEntry entry;
  std::optional<double> norm = {};  // nothing where the numbers of this type cannot be read
};

struct InspectedTable {
  FoundTable found;
  Findings findings;
};

struct InspectResult {
  std::string layout = {};  // empty: none that can be run
  std::vector<InspectedTensor> tensors = {};
  std::vector<InspectedTable> tables = {};
  std::optional<LayerInspection> layers = {};  // where the model was run
  std::optional<RopeCheck> rope = {};          // where its rotary positions were checked
  std::vector<std::string> answers = {};       // what was found, a sentence each
  Index panels = 0;                            // written to `out`
};

/// Where `out` is given, panels for the page and pos_t of every layer are written there. Events: the stages. An Error
/// where the request is wrong; Stopped where the caller wanted to.
InspectResult inspect(const InspectOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
