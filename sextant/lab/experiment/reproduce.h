// An experiment from its runs to its claims: sweep, analyse, judge, draw. Each stage keeps what is there, so the same
// call goes on wherever it was stopped.
#pragma once

#include "sextant/lab/experiment/analyse_runs.h"
#include "sextant/lab/experiment/headline.h"
#include "sextant/lab/experiment/study.h"
#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

struct ReproduceOptions : DecidedRunsOptions {
  std::string experiment = {};
  std::string scale = "quick";
  std::string study = {};
  std::string data = {};
  std::vector<std::string> assignments = {};
  bool judge = false;

  void visit(OptionVisitor& option) override;
};

struct ReproduceResult {
  Study study = {};
  std::string directory = {};
  std::vector<SweepResult> sweeps = {};  // the cases, then the cells of a phase diagram
  AnalysisTally analysis = {};
  Evidence evidence = {};
  std::vector<Verdict> verdicts = {};
  HeadlineVerdict headline = {};
  Index decided_early = 0;  // claims, with until_decided
  Index runs_asked = 0;     // with until_decided, of all_runs
  Index all_runs = 0;
  bool judged = false;   // false: with dry_run, or where it was stopped or out of time
  bool stopped = false;  // amid the analyses

  Index decided() const;
  Index failed() const;  // of those decided
};

/// Runs that failed do not keep the others from being judged. Events: what is reproduced, its cost, and those of the
/// sweeps and analyses; claims.json and panels/ are written into the directory. An Error where the request is wrong.
ReproduceResult reproduce(const ReproduceOptions& options, Events& events, std::stop_token stop = {});

/// What a study costs, before it starts. False, and nothing said, where all of it is there.
bool tell_cost(const Study& study, const std::string& directory, const Runner& runner, Index at_once, Events& events);

}  // namespace sextant::lab
