// An experiment as people read it.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/experiment/judgement.h"

namespace sextant::cli {

/// What it is, whose, and what was made smaller.
std::string describe_study(const Study& study);

/// Runs by case, the versions of the code that trained them, and what in the directory belongs to none.
std::string describe_evidence(const Evidence& evidence);

/// The table of claims, and below it what must be said of them.
std::string describe_verdicts(const std::vector<Verdict>& verdicts);

}  // namespace sextant::cli
