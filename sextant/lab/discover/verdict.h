// The answer of a discovery in a word and a sentence: is there structure, do the seeds agree on it, and is it more than
// correlations or ridge regression show?
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// Seeds agree where the modules that each finds alone have at least this adjusted Rand index, or the positions this
/// Procrustes similarity with p <= 0.05.
constexpr double agreeing_modules = 0.5, agreeing_positions = 0.7;
/// A model is not trained enough where it explains less than this share of the variance that the best baseline
/// explains, and that is at least `worth_learning` of all.
constexpr double learned_share = 0.8, worth_learning = 0.05;

Conclusion conclude(const Discovery& discovery);

}  // namespace sextant::lab
