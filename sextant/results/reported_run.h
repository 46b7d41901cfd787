// One run as the report sees it: what its directory or the store of its sweep says about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::results {

/// A row of metrics.csv.
struct MetricsLine {
  Index step = 0;
  std::string split;
  std::optional<double> loss;
  std::optional<double> accuracy;
  std::vector<std::pair<std::string, double>> readings = {};  // of a row of the meter, which has nothing else
};

struct ReportedRun {
  std::string name;
  std::string directory;  // may be gone where the store outlived it
  std::string status;     // done, diverged, failed, interrupted; running where there is no result yet
  std::string fault;
  Index step = 0;
  Index steps = 0;
  std::optional<Index> parameters;
  std::optional<double> seconds;
  Tree settings = Tree::object();  // by dotted key: "model.depth"
  Tree finals = Tree::object();    // "test.accuracy"
  std::vector<MetricsLine> metrics;
};

/// A file that could not be read. The page says so and shows the rest.
struct Fault {
  std::string file;
  std::string message;
};

}  // namespace sextant::results
