// The analyses of a run, finished or stopped on its way: its model and task are built again, the weights of its
// checkpoint read, and what is found is handed out and written as panels into RUN/panels.
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/analysis.h"
#include "sextant/lab/assembly.h"

namespace sextant::lab {

struct AnalysisRequest {
  std::string directory;          // of the run
  std::vector<std::string> only;  // names of analyses; empty: all
  Index samples = 256;            // held-out samples, at most
};

/// The model of an assembly with its weights as they are, and everything an analysis may ask of its task; no
/// references. At most `samples` rows of a split, 0: all. The start is drawn again.
Subject make_subject(Assembly& assembly, Index samples);

class AnalysisWatcher {
 public:
  virtual ~AnalysisWatcher() = default;
  /// The run has not come to its end: its weights are those of this step.
  virtual void on_unfinished(Index /*step*/, Index /*steps*/) {}
  virtual void on_findings(const std::string& analysis, const Findings& findings) = 0;
};

/// Refuses a directory without a checkpoint, and names that are no analysis, before it measures anything. A panel's
/// file is whole or not there.
void analyse_run(const AnalysisRequest& request, AnalysisWatcher& watcher);

}  // namespace sextant::lab
