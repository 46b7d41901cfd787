// What a sweep returns, and what it cost.
#pragma once

#include <stop_token>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/lab/sweep/prediction.h"
#include "sextant/results/results.h"
#include "sextant/results/results_comparison.h"
#include "sextant/results/results_groups.h"

namespace sextant::lab {

// What a sweep costs, said before it starts.

struct SweepCost {
  Index runs = 0;
  Index pending = 0;  // of these, not finished before
  Index at_once = 1;
  Prediction prediction = {};  // of those pending

  /// By the clock, with so many runs at once.
  double seconds() const { return prediction.processor_hours * 3600 / static_cast<double>(at_once); }
  /// Two lines for people.
  std::string text() const;
};

/// Runs at once: as asked, or one per processor where a run has one thread.
Index choose_at_once(Index asked, const std::vector<SweepJob>& jobs);

/// Times a few steps of a few of the pending jobs.
SweepCost predict_cost(const std::vector<SweepJob>& jobs, const std::vector<SweepJob>& pending, const Runner& runner,
                       Index at_once);

// The results of a sweep: its runs, their statistics over seeds, and paired tests between settings.

struct ResultsOptions : Options {
  std::string sweep = {};
  std::vector<std::string> where = {};
  std::vector<std::string> group_by = {};
  bool together = false;
  std::vector<std::string> metrics = {};
  std::string compare = {};
  std::string interval = "bca";
  double confidence = BootstrapOptions().confidence;

  void visit(OptionVisitor& option) override;
};

struct ResultsAnswer {
  Results results = {};
  std::vector<std::string> keys = {};     // that runs are grouped by, or, of comparisons, that must be equal
  std::vector<std::string> metrics = {};  // columns
  BootstrapOptions bootstrap = {};
  std::vector<GroupSummary> groups = {};  // where nothing is compared
  std::string compared = {};              // the key whose settings are compared
  std::vector<Comparison> comparisons = {};

  /// One row per group or comparison.
  ResultsTable table() const;
  /// One row per run: what it is, what varies, how it ended.
  ResultsTable table_of_runs() const;
};

/// Runs that came to an end without a row in the store get it first; where that fails, results.fault says why. An Error
/// where there is no such sweep, key or metric.
ResultsAnswer read_sweep_results(const ResultsOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
