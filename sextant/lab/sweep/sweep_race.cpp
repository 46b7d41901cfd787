#include "sextant/lab/sweep/sweep_race.h"

#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/result_json.h"
#include "sextant/results/checksums.h"
#include "sextant/results/results_table.h"

namespace sextant::lab {
namespace {

RaceResult describe_race(const RaceSource& source, const SweepOptions& options) {
  const Race& race = source.race();
  RaceResult result{.metric = source.metric().column, .confidence = options.confidence};
  result.runs = source.observed_runs();
  result.grid_runs = source.grid_runs();
  result.decided = race.decided();
  result.tied = race.tied();
  result.seeds_to_come = race.seeds_to_come();
  for (const Index setting : race.ranking()) {
    const auto& fate = race.beaten()[static_cast<std::size_t>(setting)];
    result.ranking.push_back({describe_settings(source.setting(setting)),
                              source.metric().unscored(race.mean(setting)),
                              static_cast<Index>(race.scores(setting).size()),
                              {},
                              source.setting(setting),
                              race.scores(setting),
                              {}});
    for (Index seed = 0; seed < result.ranking.back().seeds; ++seed)
      result.ranking.back().runs.push_back(source.run_of(setting, seed));
    if (fate) result.ranking.back().beaten = describe_settings(source.setting(fate->by));
  }
  return result;
}

std::string table_of(const RaceResult& race) {
  TextTable table({"setting", race.metric, "seeds", "beaten by"});
  for (const auto& one : race.ranking)
    table.add({one.settings, std::isfinite(one.mean) ? short_number(one.mean) : "-", std::to_string(one.seeds),
               one.beaten.value_or("")});
  return table.text();
}

}  // namespace

std::string RaceResult::text() const {
  std::vector<std::string> left;
  for (const auto& one : ranking)
    if (!one.beaten) left.push_back(one.settings);
  const std::string sure =
      fmt::format("({:.4g} % confidence, {} of the grid's {} runs)", 100 * confidence, runs, grid_runs);
  if (tied) return fmt::format("Equally good within the margin: {} {}.", fmt::join(left, ", "), sure);
  if (decided) return fmt::format("{} is best: {} {} {}.", left.front(), metric, short_number(ranking[0].mean), sure);
  std::string text = fmt::format("Not decided after {} of the grid's {} runs: {} of {} settings are left ({}).", runs,
                                 grid_runs, left.size(), ranking.size(), fmt::join(left, ", "));
  if (seeds_to_come)
    text += fmt::format(" About {} more seeds would tell the first two apart, if differences go on as they came.",
                        *seeds_to_come);
  return text;
}

void check_race(const SweepOptions& options) {
  const bool asked = !options.metric.empty() || !options.split.empty() || options.margin != 0 || options.max_runs != 0;
  require(options.until_decided || !asked, "--metric, --split, --margin and --max-runs belong to --until-decided");
  if (!options.until_decided) return;
  require(!options.adaptive && options.level.empty() && options.phases.empty(),
          "--until-decided asks which setting is best, --adaptive where phases meet: ask one at a time");
  require(options.part.empty() && !options.shuffle,
          "--until-decided chooses the runs itself; drop --part and --shuffle");
}

std::optional<RaceSource> make_race(const SweepOptions& options, const std::vector<SweepJob>& jobs,
                                    const std::string& runs_directory) {
  if (!options.until_decided) return std::nullopt;
  TuneMetric metric{.split = options.split, .column = options.metric};
  metric.more_is_better = !options.metric.ends_with("loss");
  return RaceSource(jobs, {.confidence = options.confidence, .margin = options.margin}, std::move(metric),
                    runs_directory, options.max_runs);
}

void report_race(const RaceSource& source, const SweepOptions& options, SweepResult& result, Events& events) {
  if (result.left > 0) return;  // stopped amid a round: the same command goes on
  RaceResult race = describe_race(source, options);
  race.file = result.directory + "/decision.json";
  write_file_atomically(race.file, write_checked_json(as_json(race)));
  events.on_finding({"", table_of(race)});
  events.on_finding({"answer", race.text()});
  events.on_finding({"written", race.file});
  result.race = std::move(race);
}

}  // namespace sextant::lab
