// What a tuning compares: a metric of runs that were not trained on it, more is better.
#pragma once

#include <string>

#include "sextant/core/tree.h"

namespace sextant::lab {

struct TuneMetric {
  std::string split = {};      // asked for; empty: the one that asks for generalisation
  std::string column = {};     // final.gen.accuracy; empty until the first run is there
  bool more_is_better = true;  // false: a loss

  /// Of a run that came to its end. The first one that is done decides what the metric is.
  double score(const std::string& run);
  /// A score as the metric itself, and back.
  double unscored(double score) const { return more_is_better ? score : -score; }

 private:
  void choose(const Tree& row);
};

}  // namespace sextant::lab
