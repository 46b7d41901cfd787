// What `sextant discover` trains: small learned positions at several sigmas, with --controls fixed encodings beside
// them, several seeds each, all predicting masked variables of a series. It is a study like any other (lab/experiment),
// made here instead of read from a file.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/discover/discover_options.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::lab {

/// Lengths of training to try, each twice the one before; the last is what some minutes allow for so many variables.
std::vector<Index> lengths_to_try(Index variables, bool quick);

/// Runs of `steps`. An Error where the request makes no sense.
Study make_discovery_study(const DiscoverOptions& options, Index variables, Index steps);

/// One run of it, to see how long it must be.
Study make_trial(Study study);

/// The name of a learned case, and whether a case is one.
std::string name_of_sigma(double sigma);
bool is_learned(const Case& one);

}  // namespace sextant::lab
