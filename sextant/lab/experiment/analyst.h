// What an experiment needs of the laboratory to look at finished runs. Each number type brings its own (lab/analyst.h);
// experiments themselves know no number type.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::lab {

struct AnalysisOrder {
  std::string name;
  Tree options = Tree::object();  // of its own
  bool untrained = false;         // measured before the first step too
};

/// One measurement: an analysis of the run's model with its last weights, or with those it started from.
struct Measurement {
  AnalysisOrder order;
  bool trained = true;
};

/// Used by one thread; models to compare with are loaded once.
class Analyst {
 public:
  virtual ~Analyst() = default;
  /// What is found on a finished run, one object each: numbers, tables, panels, left_out (docs/experiments.md).
  virtual std::vector<Tree> measure(const std::string& run, const std::vector<Measurement>& wanted) = 0;
};

/// Makes the analysts of a study, one per thread.
class AnalystMaker {
 public:
  virtual ~AnalystMaker() = default;
  /// An Error where a name is no analysis or an option is not its own.
  virtual void check(const std::vector<AnalysisOrder>& orders) const = 0;
  /// `references`: directories of the finished runs to compare with.
  virtual std::unique_ptr<Analyst> make(const std::vector<std::string>& references) const = 0;
};

}  // namespace sextant::lab
