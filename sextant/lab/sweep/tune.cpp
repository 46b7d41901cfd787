// Round by round: sweep the values that are left with more seeds, read their scores, keep the better half.
#include "sextant/lab/sweep/tune.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/sweep/halving.h"
#include "sextant/lab/sweep/jobs.h"
#include "sextant/lab/sweep_runner.h"
#include "sextant/results/results_table.h"
#include "sextant/results/sweep_directory.h"

namespace sextant::lab {
namespace {

/// What a short name stands for, and the values to choose among where none are given.
struct KnownKey {
  const char* name;
  const char* key;
  const char* values;
};
constexpr KnownKey known_keys[] = {{"gamma", "init.gamma", "0.3:1.2:0.1"},
                                   {"sigma", "position.sigma", "0.05,0.1,0.2,0.5,1,2"}};

Axis read_values(const std::string& name, const std::string& values) {
  for (const auto& one : known_keys)
    if (name == one.name) return parse_axis(one.key, values.empty() ? one.values : values);
  require(name.find('.') != std::string::npos,
          "tune {}: expected gamma, sigma or the key of an option, as in init.gamma", name);
  require(!values.empty(), "tune {}: give candidate values, as in --values 0.1,0.2,0.5", name);
  return parse_axis(name, values);
}

class Tuning {
 public:
  Tuning(const TuneOptions& options, const Axis& values, TuneResult& result)
      : options_(options), directory_{result.directory}, key_(values.key), result_(result) {
    metric_.split = options.split;
    for (const auto& value : values.values) candidates_.push_back({value, {}});
  }

  /// False where it did not come to its end.
  bool sweep_round(const HalvingRound& round, Events& events, const std::stop_token& stop) {
    SweepOptions sweep;
    static_cast<ManyRunsOptions&>(sweep) = options_;
    sweep.name = options_.name;
    sweep.out = directory_.path;
    sweep.one_of_several = true;
    result_.sweep = sweep_grid(sweep, make_grid(round.seeds), *runner_, events, stop);
    return !options_.dry_run && result_.sweep.complete();
  }

  void finish_round(const HalvingRound& round, Index keep, Events& events) {
    read_scores(round.seeds);
    const auto kept = keep_best(candidates_, keep);
    auto& rows = result_.rounds.emplace_back();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const auto& one = candidates_[i];
      rows.push_back(
          describe_value(one, std::ranges::any_of(kept, [&](const auto& other) { return other.value == one.value; })));
      rows.back().runs = runs_[i];
    }
    result_.metric = metric_.column;
    events.on_finding({"", table_of(rows)});
    last_ = std::exchange(candidates_, kept);
  }

  /// A race between all values, whose runs are those of the rounds. False where it did not come to its end.
  bool race(Events& events, const std::stop_token& stop) {
    SweepOptions sweep;
    static_cast<DecidedRunsOptions&>(sweep) = options_;
    sweep.name = options_.name;
    sweep.out = directory_.path;
    sweep.split = options_.split;
    sweep.margin = options_.margin;
    result_.sweep = sweep_grid(sweep, make_grid(options_.most_seeds), *runner_, events, stop);
    if (!result_.sweep.race || !result_.sweep.complete()) return false;
    const RaceResult& race = *result_.sweep.race;
    result_.metric = metric_.column = race.metric;
    metric_.more_is_better = !race.metric.ends_with("loss");
    auto& rows = result_.rounds.emplace_back();
    for (const auto& one : race.ranking) {
      HalvingCandidate candidate{one.values.front().second, {}};
      for (const double score : one.scores)
        if (!std::isnan(score)) candidate.scores.push_back(score);
      rows.push_back(describe_value(candidate, !one.beaten));
      rows.back().mean = one.mean;
      rows.back().runs = one.runs;
    }
    result_.best = rows.front();
    write_decision();
    return true;
  }

  /// The last word: which value, how good, and how sure.
  void conclude() {
    const auto shares = share_of_wins(last_);
    const auto& rows = result_.rounds.back();
    Tree list = Tree::array();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      list.push_back({{"value", rows[i].value}, {"mean", rows[i].mean}});
      if (shares) list.back()["share_of_resamples"] = (*shares)[i];
      if (!rows[i].kept) continue;
      result_.best = rows[i];
      if (shares && rows.size() > 1) result_.share_of_resamples = (*shares)[i];
    }
    Tree written = describe_best();
    written["last_round"] = std::move(list);
    write_tuned(written);
  }

  /// What all rounds take, from what the runs of the first one do.
  void predict_rounds() {
    const auto& cost = result_.sweep.cost;
    if (!cost || cost->runs == 0) return;
    double runs = 0, seeds_before = 0;
    for (const auto& round : result_.plan) {
      runs += static_cast<double>(round.values) * (static_cast<double>(round.seeds) - seeds_before);
      seeds_before = static_cast<double>(round.seeds);
    }
    const double of_a_run = cost->pending > 0 ? cost->seconds() / static_cast<double>(cost->pending) : 0;
    result_.seconds = of_a_run * (runs - static_cast<double>(cost->runs - cost->pending));
  }

 private:
  Tree describe_best() const {
    return {{"key", key_},
            {"value", result_.best->value},
            {"metric", result_.metric},
            {"mean", result_.best->mean},
            {"seeds", result_.best->seeds}};
  }

  void write_tuned(const Tree& written) {
    result_.file = directory_.path + "/tuned.json";
    write_file_atomically(result_.file, written.dump(2) + "\n");
  }

  void write_decision() {
    Tree written = describe_best();
    written["decided"] = result_.sweep.race->decided;
    written["confidence"] = result_.sweep.race->confidence;
    write_tuned(written);
  }

  Grid make_grid(Index seeds) const {
    Grid grid(options_.configuration, {});
    Axis values{key_, {}}, numbers{"seed", {}};
    for (const auto& one : candidates_) values.values.push_back(one.value);
    for (Index seed = 1; seed <= seeds; ++seed) numbers.values.push_back(seed);
    grid.axes = {std::move(values), std::move(numbers)};
    return grid;
  }

  void read_scores(Index seeds) {
    const Grid grid = make_grid(seeds);
    const auto cells = grid.cells();  // values outside, seeds inside
    runs_.assign(candidates_.size(), {});
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      candidates_[i].scores.clear();
      for (std::size_t seed = 0; seed < static_cast<std::size_t>(seeds); ++seed) {
        const auto& cell = cells[i * static_cast<std::size_t>(seeds) + seed];
        runs_[i].push_back(directory_.run(make_job(grid, cell, *runner_, options_.name).name));
        candidates_[i].scores.push_back(metric_.score(runs_[i].back()));
      }
    }
  }

  TunedValue describe_value(const HalvingCandidate& one, bool kept) const {
    auto interval = bootstrap_mean(one.scores);
    if (interval && !metric_.more_is_better) interval = Interval{-interval->high, -interval->low};
    return {one.value, metric_.unscored(one.mean()), interval, static_cast<Index>(one.scores.size()), kept, one.scores};
  }

  std::string table_of(const std::vector<TunedValue>& rows) const {
    TextTable table({key_, metric_.column, "95 % interval", "seeds", ""});
    for (const auto& one : rows)
      table.add({setting_text(one.value), short_number(one.mean), interval_text(one.interval),
                 std::to_string(one.seeds), one.kept ? "kept" : ""});
    return table.text();
  }

  const TuneOptions& options_;
  std::unique_ptr<Runner> runner_ = make_runner();
  SweepDirectory directory_;
  std::string key_;
  TuneResult& result_;
  TuneMetric metric_ = {};
  std::vector<HalvingCandidate> candidates_ = {}, last_ = {};
  std::vector<std::vector<std::string>> runs_ = {};  // of each candidate by seed
};

}  // namespace

void TuneOptions::visit(OptionVisitor& option) {
  option("key", key, "gamma, sigma or the key of an option");
  option("values", values, "to choose among: a list or a range, as of a sweep; empty: those known for gamma and sigma");
  option("configuration", configuration, "of all runs");
  option("name", name, "what directories of runs begin with");
  option("split", split, "whose accuracy, or loss, is the score; empty: one that was not trained");
  option("seeds", seeds, "seeds for the last two values");
  option("first_seeds", first_seeds, "seeds for every value in the first round");
  option("most_seeds", most_seeds, at_least(2), "with `until_decided`: seeds for every value, at most");
  option("margin", margin, "with `until_decided`: values that differ by less count as equally good; 0: never");
  DecidedRunsOptions::visit(option);
}

TuneResult tune(const TuneOptions& options, Events& events, std::stop_token stop) {
  const Axis values = read_values(options.key, options.values);
  require_file_name("the name", options.name);
  require_file_name("the key", values.key);
  TuneResult result;
  result.key = values.key;
  result.directory = options.out.empty() ? fmt::format("tuned/{}-{}", options.name, values.key) : options.out;
  require(values.values.size() > 1, "tune {}: give two or more candidate values, as in --values 0.3:1.2:0.1",
          values.key);
  require(options.until_decided || (options.margin == 0 && options.max_runs == 0),
          "--margin and --max-runs belong to --until-decided");
  if (options.until_decided) {
    Tuning(options, values, result).race(events, stop);
    return result;
  }
  result.plan = plan_halving({static_cast<Index>(values.values.size()), options.first_seeds, options.seeds});
  const std::size_t count = result.plan.size();
  Tuning tuning(options, values, result);
  for (std::size_t i = 0; i < count; ++i) {
    const HalvingRound& round = result.plan[i];
    if (!options.dry_run)
      events.on_finding(
          {"round", fmt::format("{} of {}: {} values with {} seeds", i + 1, count, round.values, round.seeds)});
    if (!tuning.sweep_round(round, events, stop)) {
      tuning.predict_rounds();
      return result;
    }
    tuning.finish_round(round, i + 1 == count ? 1 : result.plan[i + 1].values, events);
  }
  tuning.conclude();
  return result;
}

}  // namespace sextant::lab
