// What `sextant discover` trains: small learned positions at several sigmas, fixed encodings beside them, several seeds
// each, all predicting masked variables of a series. It is a study like any other (lab/experiment), made here instead
// of read from a file.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/discover/discover_options.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::lab {

/// Of each run: more variables have more to learn, and some hundred are what minutes allow.
Index choose_steps(Index variables);

/// An Error where the request makes no sense.
Study make_discovery_study(const DiscoverOptions& options, Index variables);

/// The name of a learned case, and whether a case is one.
std::string name_of_sigma(double sigma);
bool is_learned(const Case& one);

}  // namespace sextant::lab
