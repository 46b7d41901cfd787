// An experiment as people read it, before it is judged.
#pragma once

#include <string>

#include "sextant/lab/experiment/evidence.h"

namespace sextant::lab {

/// What it is, whose, and what was made smaller.
std::string describe_study(const Study& study);

/// Runs by case, the versions of the code that trained them, and what in the directory belongs to none.
std::string describe_evidence(const Evidence& evidence);

}  // namespace sextant::lab
