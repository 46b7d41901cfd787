#include "sextant/lab/position_race.h"

#include <map>

#include "sextant/core/error.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {
namespace {

Grid grid_of_seeds(const Tree& configuration, const std::vector<Index>& seeds) {
  Grid grid(configuration, {});
  Axis numbers{"seed", {}};
  for (const Index seed : seeds) numbers.values.push_back(seed);
  grid.axes = {std::move(numbers)};
  return grid;
}

RaceOptions race_options(const ComparePositionsOptions& options) {
  return {.settings = static_cast<Index>(options.positions.size()),
          .seeds = options.most_seeds,
          .confidence = options.confidence,
          .margin = options.margin};
}

}  // namespace

void check_position_race(const ComparePositionsOptions& options) {
  const auto first = static_cast<Index>(Race(race_options(options)).propose().size());
  require(options.max_runs == 0 || options.max_runs >= first,
          "--max-runs {}: nothing can be decided before the first {} runs of the race", options.max_runs, first);
}

PositionRace::PositionRace(const ComparePositionsOptions& options, std::vector<RacingPosition> racers,
                           std::vector<Index> lengths, std::string metric, Index first_seed)
    : options_(options),
      racers_(std::move(racers)),
      lengths_(std::move(lengths)),
      metric_{.split = options.split},
      metric_name_(std::move(metric)),
      first_seed_(first_seed),
      race_(race_options(options)),
      scored_(racers_.size()) {}

bool PositionRace::go(const Deadline& clock, Events& events, const std::stop_token& stop, SweepResult& sweep) {
  for (auto round = race_.propose(); !round.empty(); round = race_.propose()) {
    if (options_.max_runs > 0 && runs_ + static_cast<Index>(round.size()) > options_.max_runs) return true;
    std::map<Index, std::vector<Index>> seeds;
    for (const auto& run : round) seeds[run.setting].push_back(run.seed);
    for (const auto& [setting, own] : seeds)
      if (!train(setting, own, clock, events, stop, sweep)) return false;
    for (const auto& run : round) {
      const auto& scored = scored_[static_cast<std::size_t>(run.setting)];
      race_.observe(run, score(run.setting, scored.runs[static_cast<std::size_t>(run.seed)]));
    }
    runs_ += static_cast<Index>(round.size());
    if (!race_.decided()) say_open(events);
  }
  return true;
}

bool PositionRace::train(Index setting, const std::vector<Index>& seeds, const Deadline& clock, Events& events,
                         const std::stop_token& stop, SweepResult& sweep) {
  const RacingPosition& one = racers_[static_cast<std::size_t>(setting)];
  std::vector<Index> numbers;
  for (const Index seed : seeds) numbers.push_back(first_seed_ + seed);
  const Grid grid = grid_of_seeds(one.configuration, numbers);
  SweepOptions asked;
  static_cast<ManyRunsOptions&>(asked) = options_;
  asked.name = options_.name;
  asked.out = one.directory;
  asked.one_of_several = true;
  asked.max_hours = clock.hours_left(options_.max_hours);
  const auto runner = make_runner();
  sweep = sweep_grid(asked, grid, *runner, events, stop);
  if (!sweep.complete()) return false;
  for (const auto& cell : grid.cells())
    scored_[static_cast<std::size_t>(setting)].runs.push_back(
        SweepDirectory{one.directory}.run(make_job(grid, cell, *runner, options_.name).name));
  return true;
}

double PositionRace::score(Index setting, const std::string& run) {
  if (lengths_.empty()) return metric_.score(run);
  auto& by_length = scored_[static_cast<std::size_t>(setting)].by_length;
  by_length.resize(lengths_.size());
  double sum = 0;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    TuneMetric metric{.split = fmt::format("length_{}", lengths_[i])};
    by_length[i].push_back(metric.score(run));
    sum += by_length[i].back();
  }
  return sum / static_cast<double>(lengths_.size());
}

void PositionRace::say_open(Events& events) const {
  std::vector<std::string> names;
  for (const Index one : race_.left()) names.push_back(racers_[static_cast<std::size_t>(one)].kind);
  std::string text = fmt::format("after {} runs {} of {} encodings are left: {}", runs_, names.size(), racers_.size(),
                                 fmt::join(names, ", "));
  if (const auto seeds = race_.seeds_to_come())
    text += fmt::format("; about {} more seeds would tell the first two apart", *seeds);
  events.on_finding({"open", text});
}

std::vector<double> PositionRace::by_length(const std::string& kind) const {
  const auto found = std::ranges::find(racers_, kind, &RacingPosition::kind);
  std::vector<double> means;
  for (const auto& scores : scored_[static_cast<std::size_t>(found - racers_.begin())].by_length)
    means.push_back(math::mean(scores));
  return means;
}

RaceResult PositionRace::result() const {
  RaceResult result{.metric = metric_name_, .confidence = options_.confidence, .runs = runs_};
  result.grid_runs = race_.settings() * options_.most_seeds;
  result.decided = race_.decided();
  result.tied = race_.tied();
  result.seeds_to_come = race_.seeds_to_come();
  for (const Index setting : race_.ranking()) {
    const auto place = static_cast<std::size_t>(setting);
    const auto& fate = race_.beaten()[place];
    result.ranking.push_back({.settings = racers_[place].kind,
                              .mean = lengths_.empty() ? metric_.unscored(race_.mean(setting)) : race_.mean(setting),
                              .seeds = static_cast<Index>(race_.scores(setting).size()),
                              .scores = race_.scores(setting),
                              .runs = scored_[place].runs});
    if (fate) result.ranking.back().beaten = racers_[static_cast<std::size_t>(fate->by)].kind;
  }
  return result;
}

}  // namespace sextant::lab
