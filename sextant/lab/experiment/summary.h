// An experiment in words.
#pragma once

#include <map>
#include <string>

#include "sextant/lab/experiment/headline.h"
#include "sextant/lab/experiment/study_rounds.h"

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

/// What was decided before all seeds were there, by the number of the claim.
struct EarlyVerdicts {
  std::map<std::size_t, EarlyVerdict> by_claim = {};
  double confidence = 0;
};

/// Judges every claim, draws every figure and writes them into the directory; panels of before that are not drawn any
/// more go away.
Summary write_summary(const Study& study, const Evidence& evidence, const std::string& directory,
                      const EarlyVerdicts& early = {});

}  // namespace sextant::lab
