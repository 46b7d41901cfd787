#include "sextant/lab/sweep/race_source.h"

#include <algorithm>

#include "sextant/core/error.h"

namespace sextant::lab {

RaceSource::RaceSource(const std::vector<SweepJob>& jobs, const RaceOptions& options, TuneMetric metric,
                       std::string runs_directory, Index most_runs)
    : options_(options), metric_(std::move(metric)), runs_directory_(std::move(runs_directory)), most_runs_(most_runs) {
  for (const auto& job : jobs) {
    Settings setting;
    for (const auto& one : job.settings)
      if (one.first != "seed") setting.push_back(one);
    const auto found = std::ranges::find(settings_, setting);
    const auto index = static_cast<std::size_t>(found - settings_.begin());
    if (found == settings_.end()) {
      settings_.push_back(std::move(setting));
      jobs_.emplace_back();
    }
    jobs_[index].push_back(job);
  }
  for (std::size_t i = 0; i < jobs_.size(); ++i)
    require(jobs_[i].size() == jobs_[0].size(),
            "--until-decided: {} has {} distinct runs and {} has {}; every setting must have the same seeds, each a "
            "distinct run",
            describe_settings(settings_[0]), jobs_[0].size(), describe_settings(settings_[i]), jobs_[i].size());
  options_.settings = static_cast<Index>(jobs_.size());
  options_.seeds = static_cast<Index>(jobs_[0].size());
  race_.emplace(options_);
  require(most_runs_ == 0 || most_runs_ >= first_round(),
          "--max-runs {}: nothing can be decided before the first {} runs", most_runs_, first_round());
}

const SweepJob& RaceSource::job_of(const RaceRun& run) const {
  return jobs_[static_cast<std::size_t>(run.setting)][static_cast<std::size_t>(run.seed)];
}

std::optional<SweepJob> RaceSource::next() {
  if (waiting_.empty() && under_way_.empty() && !finished_) {
    const auto round = race_->propose();
    const bool affordable = most_runs_ == 0 || observed_ + static_cast<Index>(round.size()) <= most_runs_;
    finished_ = round.empty() || !affordable;
    if (finished_) return std::nullopt;
    for (const auto& run : round) {
      under_way_[job_of(run).name] = run;
      waiting_.push_back(job_of(run));
    }
  }
  if (waiting_.empty()) return std::nullopt;
  SweepJob job = std::move(waiting_.front());
  waiting_.pop_front();
  return job;
}

void RaceSource::on_end(const SweepJob& job, const RunOutcome& outcome) {
  const auto found = under_way_.find(job.name);
  if (found == under_way_.end()) return;
  const bool failed = outcome.status == "failed";
  race_->observe(found->second, failed ? std::nullopt : std::optional(metric_.score(runs_directory_ + "/" + job.name)));
  under_way_.erase(found);
  ++observed_;
  if (waiting_.empty() && under_way_.empty() && !race_->decided()) news_ = describe_open();
}

/// Between two rounds: which settings are left, and how long it will take.
std::string RaceSource::describe_open() const {
  std::vector<std::string> names;
  for (const Index one : race_->left()) names.push_back(describe_settings(setting(one)));
  std::string text = fmt::format("after {} runs {} of {} settings are left: {}", observed_, names.size(),
                                 race_->settings(), fmt::join(names, ", "));
  if (const auto seeds = race_->seeds_to_come())
    text += fmt::format("; about {} more seeds would tell the first two apart", *seeds);
  return text;
}

/// As many seeds for each that is left as would tell the first two apart; all where nothing tells them apart.
std::optional<Index> RaceSource::expected() const {
  if (finished_ || race_->decided()) return 0;
  const auto at_hand = static_cast<Index>(waiting_.size() + under_way_.size());
  if (observed_ < first_round()) return at_hand;  // it may be decided then
  const auto left = race_->left();
  const auto made = static_cast<Index>(race_->scores(left.front()).size());
  const Index seeds = std::min(race_->seeds_to_come().value_or(options_.seeds), options_.seeds - made);
  Index runs = std::max(at_hand, seeds * static_cast<Index>(left.size()));
  if (most_runs_ > 0) runs = std::min(runs, most_runs_ - observed_);
  return std::max<Index>(0, runs);
}

Index RaceSource::grid_runs() const { return options_.settings * options_.seeds; }

Index RaceSource::left() const {
  if (finished_) return 0;
  // The round at hand; or, between rounds, at least one more where the race goes on.
  const auto at_hand = static_cast<Index>(waiting_.size() + under_way_.size());
  return at_hand > 0 ? at_hand : 1;
}

}  // namespace sextant::lab
