// What the analyses of a run say together, in plain words.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/tree.h"
#include "sextant/lab/analyse.h"

namespace sextant::lab {

/// What a reader wants first, with its meaning.
struct KeyMeasure {
  std::string name;
  double value = 0;
  std::string meaning;
};

/// Whether the positions of the model tell where its tokens stand; empty where nothing could say.
std::string judge_analyses(const std::vector<NamedFindings>& analyses);
std::vector<KeyMeasure> key_measures(const std::vector<NamedFindings>& analyses);
/// analysis.json of a run (results/analysis_file.h).
Tree describe_analyses(const std::vector<NamedFindings>& analyses);

}  // namespace sextant::lab
