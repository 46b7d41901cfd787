// Whose past is each variable predicted from? The influences that models with --lags learned, beside ridge regression
// on the same lags (a vector autoregression), lagged correlations, and correlations at the same time, which have no
// direction; judged by true couplings where those are known.
#pragma once

#include "sextant/data/series/prepared_rows.h"
#include "sextant/lab/discover/discovery_files.h"

namespace sextant::lab {

/// The influences of each run of a case, (onto, from), in the order of seeds.
std::vector<Table> gather_influences(const CaseEvidence& one);

/// How well strengths (onto, from) tell couplings that are there: the area under the ROC curve over all ordered pairs.
/// Not a number where all pairs are coupled, or none.
double judge_edges(const Table& strength, const Table& couplings);

/// Of pairs that are coupled in one direction alone, the share whose strength is larger in that direction; equal ones
/// count half. Not a number where there are none.
double judge_directions(const Table& strength, const Table& couplings);

/// `covariance` (tokens, tokens) and `folds` of rows with lags; `couplings` (n, n), or no rows where unknown.
Influences compare_influences(const std::vector<Table>& by_seed, const PreparedRows& rows, const Table& covariance,
                              const Table& couplings);

/// influences.csv: a line for each ordered pair, the strongest first.
std::string influences_csv(const Influences& influences, const std::vector<std::string>& names);
Tree describe_influences(const Influences& influences);
/// The strongest pairs, and how well each method tells true couplings where they are known: panels of the page.
std::vector<NamedPanel> draw_influences(const Influences& influences, const std::vector<std::string>& names);
/// One line for the terminal and the page.
std::string summarise_influences(const Influences& influences, const std::vector<std::string>& names);

}  // namespace sextant::lab
