// Positional encodings against each other on one job: the same model, data, budget and seeds for all, the learning rate
// of each chosen by successive halving. Sweeps underneath, so the same call goes on wherever it was stopped.
#pragma once

#include "sextant/lab/sweep/tune.h"

namespace sextant::lab {

/// max_hours is the limit of a round of one encoding, or with until_decided of all.
struct ComparePositionsOptions : DecidedRunsOptions {
  std::vector<std::string> positions = {};
  Tree configuration = Tree::object();
  std::string name = "default";
  std::string split = {};
  std::string learning_rates = {};
  Index seeds = 5;
  Index most_seeds = 40;
  double margin = 0;

  void visit(OptionVisitor& option) override;
};

/// One encoding with the learning rate that served it best.
struct ComparedPosition {
  std::string kind = {};
  double learning_rate = 0;
  Index heads = 1;                        // of the model; more than the job's where the encoding needs them
  std::vector<double> scores = {};        // by seed, more is better; over the test lengths their mean
  double mean = 0;                        // of the metric
  std::optional<Interval> interval = {};  // of the mean, 95 %
  std::vector<double> by_length = {};     // the mean at each of the test lengths
};

struct ComparePositionsResult {
  std::string directory = {};
  std::string metric = {};
  std::vector<Index> lengths = {};             // task.test_lengths
  std::vector<ComparedPosition> ranking = {};  // best first; empty where it did not come to its end
  std::optional<double> p = {};            // of the best against each other one, paired by seed: the largest after Holm
  std::optional<Index> seeds_needed = {};  // to tell the first two apart with power 0.8, by their difference so far
  std::optional<RaceResult> race = {};     // with until_decided
  std::optional<double> seconds = {};      // of all tunings by the clock, with dry_run
  SweepResult sweep = {};                  // the last one that was begun
  std::string file = {};                   // comparison.json; beside it headline.json and panels for the page

  /// The best is ahead of every other one at the 5 % level, or at that of the race.
  bool has_winner() const { return race ? race->decided && !race->tied : ranking.size() > 1 && p && *p < 0.05; }
  /// The winner, or that there is none and about how many seeds would tell.
  std::string verdict() const;
};

/// Events: a finding per encoding, and those of the tunings. An Error where the request is wrong.
ComparePositionsResult compare_positions(const ComparePositionsOptions& options, Events& events,
                                         std::stop_token stop = {});

}  // namespace sextant::lab
