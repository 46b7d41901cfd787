// Analyses of finished runs for an experiment, in this number type.
#pragma once

#include "sextant/core/real.h"
#include "sextant/lab/experiment/analyst.h"

namespace sextant::lab::inline SEXTANT_PRECISION {

std::unique_ptr<AnalystMaker> make_analyst_maker();

}  // namespace sextant::lab::inline SEXTANT_PRECISION
