// The analyses of many finished runs, on several threads; what is there already is kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/lab/experiment/analyst.h"

namespace sextant::lab {

struct AnalysisWork {
  std::vector<std::string> runs;  // directories
  std::vector<AnalysisOrder> orders;
  std::vector<std::string> references;  // directories of the runs to compare with
  Index threads = 1;
};

struct AnalysisFault {
  std::string run;
  std::string message;
};

struct AnalysisTally {
  Index kept = 0;      // runs whose findings were all there
  Index measured = 0;  // runs that were looked at now
  Index left = 0;      // because it was stopped
  std::vector<AnalysisFault> faults;
};

/// Called from one thread, before the first run, after each, and now and then.
using AnalysisProgress = std::function<void(Index done, Index runs)>;

/// A run that cannot be analysed is a fault in the tally and does not stop the others. `wants_stop` is asked between
/// runs.
AnalysisTally analyse_runs(const AnalysisWork& work, const AnalystMaker& maker, const AnalysisProgress& progress,
                           const std::function<bool()>& wants_stop);

}  // namespace sextant::lab
