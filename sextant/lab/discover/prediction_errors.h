// What the runs of a discovery say of prediction: errors by case, the recommended sigma, and whether there is
// structure.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

PredictionErrors gather_errors(const Evidence& evidence);

StructureTest test_structure(const Evidence& evidence);

}  // namespace sextant::lab
