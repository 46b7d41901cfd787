// What `sextant discover` trains: small learned positions at several sigmas, fixed encodings beside them, several seeds
// each, all predicting masked variables of a series. It is a study like any other (lab/experiment), made here instead
// of read from a file.
#pragma once

#include <string>
#include <vector>

#include "sextant/data/series/series.h"
#include "sextant/lab/experiment/study.h"

namespace sextant::lab {

struct DiscoveryRequest {
  SeriesRequest series = {};
  std::vector<double> sigmas = {0.05, 0.2, 0.5};
  Index seeds = 3;
  Index steps = 0;                            // of each run; 0: as many as choose_steps says
  Index shuffles = 999;                       // of labels and variables, for p-values
  Index shifts = 199;                         // of variables in time, for the test of structure
  std::vector<std::string> assignments = {};  // key=value: change all runs
};

/// Of each run: more variables have more to learn, and some hundred are what minutes allow.
Index choose_steps(Index variables);

/// An Error where the request makes no sense.
Study make_discovery_study(const DiscoveryRequest& request, Index variables);

/// The name of a learned case, and whether a case is one.
std::string name_of_sigma(double sigma);
bool is_learned(const Case& one);

}  // namespace sextant::lab
