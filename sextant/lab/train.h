// One run in its directory, for whoever calls the laboratory: the program, Python, tests.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/init/audit.h"

namespace sextant::lab {

struct TrainingOptions : Options {
  Tree configuration = Tree::object();
  std::string name = "default";
  std::string out = {};
  bool fresh = false;
  bool tensorboard = false;

  void visit(OptionVisitor& option) override;
};

struct TrainingResult {
  std::string directory;
  Tree record;          // what result.json holds: status, step, steps, metrics by split
  std::string code;     // the version of the code that this process would train it with
  bool cached = false;  // it was finished before

  std::string status() const;  // done, diverged or interrupted
};

/// Trains, goes on from the last checkpoint, or reads the result of a finished run. Events: notes on how the data were
/// read, the finding "audit" (a table of the tensors as they were drawn), then those of the run. An Error where the
/// request is wrong, BrokenRun where the run broke on its way.
TrainingResult train(const TrainingOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
