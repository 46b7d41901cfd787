// Analyses of finished runs for an experiment, in this number type.
#pragma once

#include "sextant/core/index.h"
#include "sextant/lab/experiment/analyst.h"

namespace sextant::lab {

std::unique_ptr<AnalystMaker> make_analyst_maker();

}  // namespace sextant::lab
