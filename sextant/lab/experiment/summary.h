// An experiment in words.
#pragma once

#include <string>

#include "sextant/lab/experiment/evidence.h"
#include "sextant/lab/experiment/headline.h"

namespace sextant::lab {

// An experiment as people read it, before it is judged.

/// What it is, whose, and what was made smaller.
std::string describe_study(const Study& study);

/// Runs by case, the versions of the code that trained them, and what in the directory belongs to none.
std::string describe_evidence(const Evidence& evidence);

// What an experiment leaves beside its runs: experiment.toml (the file it was made from), claims.json,
// headline.json and panels/.

struct Summary {
  std::vector<Verdict> verdicts;
  HeadlineVerdict headline;
};

/// Judges every claim, draws every figure and writes them into the directory; panels of before that are not drawn any
/// more go away.
Summary write_summary(const Study& study, const Evidence& evidence, const std::string& directory);

}  // namespace sextant::lab
