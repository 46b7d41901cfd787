// What a job costs on this machine: operations, bytes, seconds and memory of a step and of the run, how they grow, and
// how fast a GPU would have to be. Seconds and memory are measured with a few steps (lab/cost/run_probe.h), operations
// are counted on paper (nn/step_cost.h).
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/lab/cost/gpu.h"
#include "sextant/lab/cost/run_probe.h"

namespace sextant::lab {

struct CostOptions : Options {
  Tree configuration = Tree::object();
  Index at_once = 0;
  bool growth = true;
  double gpu_teraflops = 0;
  double gpu_overhead = 0;

  void visit(OptionVisitor& option) override;
};

/// How a step's cost grows along an axis: exponents, d log cost / d log size, between two sizes.
struct CostGrowth {
  std::string axis;  // "length", "width", "depth", "batch", "runs at once"
  double from = 0, to = 0;
  double operations = 0;      // of the arithmetic, counted
  double seconds = 0;         // measured
  double memory = 0;          // measured
  std::string left_out = {};  // why it was not measured; empty: it was
};

struct CostResult {
  std::string job;             // "word_order, attention, width 64, ..."
  double step_operations = 0;  // of a plain implementation: multiplications and additions
  double step_bytes = 0;       // that it moves at least: all that a step holds is written and read once
  RunProbe probe = {};
  Index steps = 0;
  Index evaluations = 0;
  bool may_stop_early = false;
  Index at_once = 1;
  double seconds_beside = 0;  // of a step with so many runs at once
  std::vector<CostGrowth> growth = {};
  std::optional<GpuComparison> gpu = {};

  double run_seconds() const;
  double run_bytes() const { return probe.session_bytes + probe.task_bytes; }
  double runs_per_hour() const;
  /// For people, several lines.
  std::string text() const;
};

/// Trains a few steps for each size; writes nothing. An Error where the request is wrong.
CostResult cost(const CostOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
