// Jobs for a sweep that asks which of its settings is the best: rounds of seeds that the race proposes. Which runs are
// made depends on the request alone; runs that are on the disk are asked for like others and cost nothing.
#pragma once

#include <deque>
#include <map>
#include <utility>

#include "sextant/lab/sweep/halving.h"
#include "sextant/lab/sweep/race.h"
#include "sextant/lab/sweep/scheduler.h"

namespace sextant::lab {

class RaceSource final : public JobSource {
 public:
  /// jobs: of the full grid, every setting with the same seeds.
  RaceSource(const std::vector<SweepJob>& jobs, const RaceOptions& options, TuneMetric metric,
             std::string runs_directory, Index most_runs);

  std::optional<SweepJob> next() override;
  void on_end(const SweepJob& job, const RunOutcome& outcome) override;
  Index left() const override;
  std::optional<std::string> take_news() override { return std::exchange(news_, std::nullopt); }
  std::optional<Index> expected() const override;

  const Race& race() const { return *race_; }
  const Settings& setting(Index index) const { return settings_[static_cast<std::size_t>(index)]; }
  /// The directory of a run that the race has a score of.
  std::string run_of(Index setting, Index seed) const { return runs_directory_ + "/" + job_of({setting, seed}).name; }
  const TuneMetric& metric() const { return metric_; }
  Index grid_runs() const;
  Index observed_runs() const { return observed_; }
  /// Runs of the first round, before which nothing can be decided.
  Index first_round() const { return static_cast<Index>(Race(options_).propose().size()); }

 private:
  std::string describe_open() const;
  const SweepJob& job_of(const RaceRun& run) const;

  RaceOptions options_;
  TuneMetric metric_;
  std::string runs_directory_;
  Index most_runs_;
  std::vector<Settings> settings_;           // without the seed
  std::vector<std::vector<SweepJob>> jobs_;  // by setting, then by seed
  std::optional<Race> race_;
  std::deque<SweepJob> waiting_;              // of this round, not handed out yet
  std::map<std::string, RaceRun> under_way_;  // of this round, not ended yet, by name
  Index observed_ = 0;
  std::optional<std::string> news_;
  bool finished_ = false;
};

}  // namespace sextant::lab
