// The arrangement of variables that nobody knows, from their series: read, train, look, conclude. Each stage keeps what
// is there, so the same call goes on wherever it was stopped.
#pragma once

#include "sextant/lab/discover/discovery.h"
#include "sextant/lab/experiment/analyse_runs.h"

namespace sextant::lab {

struct DiscoverResult {
  std::string directory = {};
  Study study = {};
  TrainingLength length = {};
  SweepResult sweep = {};
  AnalysisTally analysis = {};
  std::optional<Discovery> discovery = {};  // nothing: with dry_run, or where runs are left or failed
  bool stopped = false;                     // amid the analyses
};

/// Events: the finding "data" and notes on how the series was read, the cost, and those of the sweep and the analyses.
/// What was found is written into the directory (discovery_files.h). An Error where the request is wrong, BrokenRun
/// where a run could not be analysed.
DiscoverResult discover(const DiscoverOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
