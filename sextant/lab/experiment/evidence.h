// The finished runs of a study, by case, with every number that claims and figures may ask for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sextant/lab/experiment/measures.h"
#include "sextant/lab/experiment/study.h"
#include "sextant/lab/sweep/crew.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {

struct EvidenceRun {
  std::string directory;
  std::string status;  // done or diverged
  std::string code;    // the version that trained it
  Tree seed;
  /// "final.gen.accuracy", "stress.shape[position]", "untrained.stress.shape[position]", ...: numbers by name.
  Tree numbers = Tree::object();
  bool current = false;  // this program would train it with the same code

  /// The value of a metric: a number's name, or "A - B" of two; not a number where it is not there.
  double value(const std::string& metric) const;
};

struct CaseEvidence {
  Case one;
  std::vector<EvidenceRun> runs;

  /// Of the runs that are done.
  BySeed values(const std::string& metric) const;
};

struct Evidence {
  std::vector<CaseEvidence> cases;   // those of the study, in its order
  std::vector<std::string> damaged;  // files that are not what was written; their runs are left out
  Index strangers = 0;               // finished runs of the directory that belong to no case
  std::string stranger;              // where the first of them differs from a run of the study

  std::vector<const CaseEvidence*> choose(const std::vector<std::string>& patterns) const;
  /// Names of all numbers that a run has.
  std::vector<std::string> metrics() const;
};

/// How many runs each version of the code trained. Those of this program differ in their variants only and stand
/// together.
std::map<std::string, Index> count_versions(const Evidence& evidence);

/// Runs are told by their configuration, so those that another version of the code made count too; of several, the one
/// of this code, else the newest.
Evidence gather_evidence(const Study& study, const Runner& runner, const SweepDirectory& directory);

/// Adds the numbers of findings that lie beside the runs.
void add_findings(Evidence& evidence, const std::vector<AnalysisOrder>& analyses);

}  // namespace sextant::lab
