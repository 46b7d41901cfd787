// The analyses of a run, finished or stopped on its way, or of all finished runs of a sweep: model and task are built
// again, the weights of the checkpoint read, and what is found is handed out and written as panels into RUN/panels.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "sextant/analysis/analysis.h"
#include "sextant/core/events.h"
#include "sextant/lab/assembly.h"

namespace sextant::lab {

struct AnalyseOptions : Options {
  std::string directory = {};
  std::vector<std::string> only = {};
  Index samples = 256;

  void visit(OptionVisitor& option) override;
};

struct NamedFindings {
  std::string analysis;
  Findings findings;
};

struct RunAnalysis {
  std::string directory;
  Index step = 0;  // of the weights
  Index steps = 0;
  bool finished = false;
  std::vector<NamedFindings> analyses = {};  // those asked for, in order
  std::string sentence = {};                 // what they say together; empty where nothing can be said
};

struct AnalyseResult {
  bool is_sweep = false;
  std::vector<RunAnalysis> runs = {};
  bool stopped = false;  // before the last analysis of the last run
};

/// Refuses a directory without a checkpoint, and names that are no analysis, before it measures anything. A panel's
/// file is whole or not there. Events: of a sweep a stage for each run, then a finding for each analysis.
AnalyseResult analyse(const AnalyseOptions& options, Events& events, std::stop_token stop = {});

/// The model of an assembly with its weights as they are, and everything an analysis may ask of its task; no
/// references. At most `samples` rows of a split, 0: all. The start is drawn again.
Subject make_subject(Assembly& assembly, Index samples);

}  // namespace sextant::lab
