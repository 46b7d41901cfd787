// What a model answers, sample by sample: for tasks with one class per sample.
#pragma once

#include "sextant/analysis/analysis.h"

namespace sextant::analysis {

struct Answers {
  std::vector<Index> chosen;        // (samples) the class of the largest output
  std::vector<double> correct;      // (samples) 1 where the largest output is the right class
  std::vector<double> probability;  // (samples) of the right class
};

Answers answer(Model& model, const Batch& batch, const Pass& pass);

/// Why there is no right answer to count, or "".
std::string refuse_answers(const Subject& subject);

/// The splits that are not a part of another one: "gen_binary" is a part of "gen".
std::vector<const SplitRows*> whole_splits(const Subject& subject);

}  // namespace sextant::analysis
