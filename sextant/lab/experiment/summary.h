// What an experiment leaves beside its runs: experiment.toml (the file it was made from), claims.json and panels/.
#pragma once

#include "sextant/lab/experiment/judgement.h"

namespace sextant::lab {

/// Judges every claim, draws every figure and writes them into the directory; panels of before that are not drawn any
/// more go away.
std::vector<Verdict> write_summary(const Study& study, const Evidence& evidence, const std::string& directory);

}  // namespace sextant::lab
