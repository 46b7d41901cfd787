// What the runs of a discovery say of prediction: errors by case and of the baselines, what learned positions add, and
// whether there is structure.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// Finished runs of a case in the order of seeds.
std::vector<const EvidenceRun*> runs_by_seed(const CaseEvidence& one);

PredictionErrors gather_errors(const Evidence& evidence);

StructureTest test_structure(const Evidence& evidence);

/// 1 - error / that of the best baseline: of the mean prediction over seeds, with the interval of the seeds' own or of
/// the people's.
Added compare_prediction(const PredictionErrors& errors, const CaseError& chosen);

}  // namespace sextant::lab
