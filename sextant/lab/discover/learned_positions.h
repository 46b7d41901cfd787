// The positions that runs ended with, how alike those of different seeds are, and one table from all of them.
#pragma once

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

/// The last frame of RUN/positions.safetensors.
Table read_positions(const std::string& run);

/// Positions of tokens that show `variables` variables at several times, one after the other: a row for each variable,
/// its positions side by side.
Table join_times(const Table& positions, Index variables);

/// Of one case, in the order of seeds.
std::vector<Table> gather_positions(const CaseEvidence& one);

/// The mean over pairs of seeds of |A' B|_* with both centred and of length 1.
double procrustes_similarity(const std::vector<Table>& positions);

/// The same beside shuffled variables, and the agreement of the modules that each seed finds alone.
Stability compare_seeds(const std::vector<Table>& positions, Index shuffles);

/// Vectors (n, width) whose inner products are the mean cosines over seeds, as far as the width allows, as long as the
/// seeds' own on average and turned onto those of the first seed.
Table merge_seeds(const std::vector<Table>& positions, const Table& similarities);

/// The learned case to take: of those whose error is within a standard deviation over seeds (at least 1 %) of the
/// least, the one whose seeds agree best.
std::string choose_case(const PredictionErrors& errors, const std::vector<double>& stability);

}  // namespace sextant::lab
