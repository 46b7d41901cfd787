// A race between encodings on one job, each at a learning rate that was chosen before, with seeds that did not choose
// it. The runs lie in the sweeps of the encodings, where a comparison with a fixed number of seeds finds them.
#pragma once

#include "sextant/lab/compare_positions.h"
#include "sextant/lab/sweep/deadline.h"
#include "sextant/lab/sweep/race.h"

namespace sextant::lab {

struct RacingPosition {
  std::string kind;
  std::string directory;  // of its sweep
  Tree configuration;     // with its learning rate
};

/// An Error where nothing could be decided with so few seeds or runs.
void check_position_race(const ComparePositionsOptions& options);

class PositionRace {
 public:
  PositionRace(const ComparePositionsOptions& options, std::vector<RacingPosition> racers, std::vector<Index> lengths,
               std::string metric, Index first_seed);

  /// False where it was stopped, out of time or a run failed; `sweep` is the last one that was made.
  bool go(const Deadline& clock, Events& events, const std::stop_token& stop, SweepResult& sweep);
  RaceResult result() const;
  /// The mean of each test length.
  std::vector<double> by_length(const std::string& kind) const;

 private:
  struct Scored {
    std::vector<std::string> runs;
    std::vector<std::vector<double>> by_length;  // by length, by seed
  };
  bool train(Index setting, const std::vector<Index>& seeds, const Deadline& clock, Events& events,
             const std::stop_token& stop, SweepResult& sweep);
  double score(Index setting, const std::string& run);
  void say_open(Events& events) const;

  const ComparePositionsOptions& options_;
  std::vector<RacingPosition> racers_;
  std::vector<Index> lengths_;
  TuneMetric metric_;
  std::string metric_name_;
  Index first_seed_;
  Race race_;
  std::vector<Scored> scored_;
  Index runs_ = 0;
};

}  // namespace sextant::lab
