// The value of an option that generalises best, by successive halving over seeds. A sweep underneath, so the same call
// goes on wherever it was stopped.
#pragma once

#include "sextant/lab/sweep/halving.h"
#include "sextant/lab/sweep/sweep.h"
#include "sextant/math/statistics/bootstrap.h"

namespace sextant::lab {

/// max_hours is the limit of a round.
struct TuneOptions : DecidedRunsOptions {
  std::string key = {};
  std::string values = {};
  Tree configuration = Tree::object();
  std::string name = "default";
  std::string split = {};
  Index seeds = 8;
  Index first_seeds = 2;
  Index most_seeds = 40;
  double margin = 0;

  void visit(OptionVisitor& option) override;
};

/// A value that was tried in a round.
struct TunedValue {
  Tree value;
  double mean = 0;
  std::optional<Interval> interval = {};  // of the mean, 95 %
  Index seeds = 0;
  bool kept = false;                   // for the next round, or as the best
  std::vector<double> scores = {};     // by seed, more is better
  std::vector<std::string> runs = {};  // their directories
};

struct TuneResult {
  std::string directory = {};
  std::string key = {};     // in full: init.gamma
  std::string metric = {};  // final.gen.accuracy
  std::vector<HalvingRound> plan = {};
  std::vector<std::vector<TunedValue>> rounds = {};  // as many as came to their end
  SweepResult sweep = {};                            // of the last round that was begun, or, with dry_run, the first
  std::optional<TunedValue> best = {};               // nothing where a sweep did not come to its end
  std::optional<double> share_of_resamples = {};     // of the seeds, in which it is the best of the last round
  std::optional<double> seconds = {};                // of all rounds by the clock, with dry_run
  std::string file = {};                             // tuned.json
};

/// With until_decided a race between the values takes the place of the rounds (lab/sweep/race.h), and sweep.race says
/// whether it is decided; `best` is the one ahead either way. Events: the findings "round", a table of each round, and
/// those of the sweeps. An Error where the request is wrong.
TuneResult tune(const TuneOptions& options, Events& events, std::stop_token stop = {});

}  // namespace sextant::lab
