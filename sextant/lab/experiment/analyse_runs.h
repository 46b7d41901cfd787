// The analyses of many finished runs, on several threads; what is there already is kept.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/events.h"
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
  std::vector<AnalysisFault> faults = {};
};

/// A run that cannot be analysed is a fault in the tally and does not stop the others; a stop is asked for between
/// runs. Events: the progress of the stage "analysing", in runs.
AnalysisTally analyse_runs(const AnalysisWork& work, const AnalystMaker& maker, Events& events,
                           const std::stop_token& stop);

}  // namespace sextant::lab
