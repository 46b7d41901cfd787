// A grid of runs in one directory: every run once, resumable, results in a store. Phase diagrams where they are asked
// for, and then only the runs that tell where phases meet, if that is asked too.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"
#include "sextant/lab/sweep/adaptive_source.h"
#include "sextant/lab/sweep/sweep_results.h"
#include "sextant/results/grid.h"

namespace sextant::lab {

class MpiSession;

/// What every function that trains many runs is asked.
struct ManyRunsOptions : Options {
  std::string out = {};
  Index at_once = 0;
  double max_hours = 0;
  bool dry_run = false;

  void visit(OptionVisitor& option) override;
};

/// Of those that can stop as soon as their question is answered.
struct DecidedRunsOptions : ManyRunsOptions {
  bool until_decided = false;
  double confidence = 0.95;
  Index max_runs = 0;

  void visit(OptionVisitor& option) override;
};

struct SweepOptions : DecidedRunsOptions {
  Tree configuration = Tree::object();
  std::vector<std::string> assignments = {};
  std::string name = "default";
  std::string part = {};
  bool shuffle = false;
  bool no_store = false;
  bool gather = false;
  Index lost_after = 60;
  bool adaptive = false;
  std::string level = {};
  std::vector<std::string> phases = {};
  double budget = 1.0 / 3;
  std::string metric = {};
  std::string split = {};
  double margin = 0;
  bool one_of_several = false;  // of one command in the same directory; not an option of a user

  void visit(OptionVisitor& option) override;
};

/// A run of a grid, before it is made.
struct PlannedRun {
  std::string name;
  std::string settings;           // "model.depth=3 seed=7"
  std::optional<double> seconds;  // that it will take; nothing: it was finished before
};

/// One setting of a sweep that asked which is the best.
struct RacedSetting {
  std::string settings;                    // "position.kind=learned"
  double mean = 0;                         // of the metric
  Index seeds = 0;                         // that it was given
  std::optional<std::string> beaten = {};  // by which one
  Settings values = {};                    // the settings themselves
  std::vector<double> scores = {};         // by seed, more is better; not a number where the run failed
  std::vector<std::string> runs = {};      // their directories
};

/// What came of it.
struct RaceResult {
  std::string metric = {};
  double confidence = 0;
  Index runs = 0;                          // that the answer rests on
  Index grid_runs = 0;                     // of the whole grid
  std::vector<RacedSetting> ranking = {};  // best first
  bool decided = false;
  bool tied = false;                        // those that are left are as good as each other, within the margin
  std::optional<Index> seeds_to_come = {};  // undecided: about so many more would decide
  std::string file = {};                    // decision.json

  /// Two sentences at most.
  std::string text() const;
};

/// The counts are of the whole request: done and diverged with those that were finished before.
struct SweepResult : SweepTally {
  std::string directory = {};
  std::string store = {};
  Index gathered = 0;                          // with `gather`: rows that the store lacked
  bool out_of_time = false;                    // with runs left
  std::vector<PlannedRun> plan = {};           // with `dry_run`
  std::optional<SweepCost> cost = {};          // with `dry_run`
  std::optional<double> share = {};            // of the plan that is made at most, with `dry_run` and `adaptive`
  std::optional<Index> first_round = {};       // runs before anything can be decided, with `dry_run`, `until_decided`
  std::vector<AdaptiveDiagram> diagrams = {};  // where phases were asked for
  std::string boundary_file = {};              // and what was written of them
  std::optional<RaceResult> race = {};         // with `until_decided`

  /// Every run is there and has its row.
  bool complete() const { return left == 0 && failed == 0 && store_fault.empty(); }
};

/// Stopped, it keeps every run at hand, and the same call goes on. Events: the runs, the progress of all together, and
/// how it ended in three findings (sweep, runs, store), then boundaries. An Error where the request is wrong, before
/// anything is written; a run that fails is tried once more and counted. `ranks`: who trains, under MPI.
SweepResult sweep(const SweepOptions& options, Events& events, std::stop_token stop = {}, MpiSession* ranks = nullptr);

/// The same of a grid that is there already; options.configuration and assignments are not looked at.
SweepResult sweep_grid(const SweepOptions& options, const Grid& grid, const Runner& runner, Events& events,
                       const std::stop_token& stop, MpiSession* ranks = nullptr);

}  // namespace sextant::lab
