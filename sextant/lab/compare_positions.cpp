#include "sextant/lab/compare_positions.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/advice.h"
#include "sextant/lab/comparison_files.h"
#include "sextant/lab/position_race.h"
#include "sextant/math/statistics/lead.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/positions/position_options.h"
#include "sextant/results/results_table.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// The job with another encoding: options in [position] that it does not have are left out.
Tree with_position(Tree configuration, const std::string& kind) {
  PositionOptions common;
  const auto own = engine("float").positions().find(kind).make_options();
  const auto known = option_names({&common, own.get()});
  Tree section = Tree::object();
  if (configuration.contains("position"))
    for (const auto& [key, value] : configuration["position"].items())
      if (std::ranges::find(known, key) != known.end()) section[key] = value;
  section["kind"] = kind;
  configuration["position"] = std::move(section);
  return configuration;
}

double number_at(const Tree& tree, const char* section, const char* key, double otherwise) {
  if (!tree.contains(section) || !tree[section].contains(key)) return otherwise;
  return tree[section][key].get<double>();
}

/// A third, the same and three times the learning rate of the job.
std::string usual_rates(const Tree& configuration) {
  const double rate = number_at(configuration, "optimizer", "learning_rate", 1e-3);
  return fmt::format("{:.4g},{:.4g},{:.4g}", rate / 3, rate, 3 * rate);
}

std::vector<Index> test_lengths(const Tree& configuration) {
  if (!configuration.contains("task") || !configuration["task"].contains("test_lengths")) return {};
  return configuration["task"]["test_lengths"].get<std::vector<Index>>();
}

ComparedPosition describe_position(const std::string& kind, const TuneResult& tuned,
                                   const std::vector<Index>& lengths) {
  ComparedPosition one{.kind = kind, .learning_rate = tuned.best->value.get<double>(), .scores = tuned.best->scores};
  if (!lengths.empty()) one.scores.assign(tuned.best->runs.size(), 0.0);
  for (const Index length : lengths) {
    TuneMetric metric;
    metric.split = fmt::format("length_{}", length);
    std::vector<double> here;
    for (const auto& run : tuned.best->runs) here.push_back(metric.score(run));
    one.by_length.push_back(metric.unscored(mean(here)));
    for (std::size_t i = 0; i < here.size(); ++i) one.scores[i] += here[i] / static_cast<double>(lengths.size());
  }
  one.mean = lengths.empty() ? tuned.best->mean : mean(one.by_length);
  one.interval = lengths.empty() ? tuned.best->interval : bootstrap_mean(one.scores);
  return one;
}

std::vector<double> differences(const ComparedPosition& a, const ComparedPosition& b) {
  std::vector<double> result;
  for (std::size_t i = 0; i < a.scores.size(); ++i) result.push_back(a.scores[i] - b.scores[i]);
  return result;
}

void judge(ComparePositionsResult& result) {
  std::ranges::stable_sort(result.ranking,
                           [](const auto& a, const auto& b) { return mean(a.scores) > mean(b.scores); });
  if (result.ranking.size() < 2) return;
  std::vector<std::vector<double>> leads;
  for (std::size_t i = 1; i < result.ranking.size(); ++i)
    leads.push_back(differences(result.ranking[0], result.ranking[i]));
  const Lead lead = judge_lead(leads);
  result.p = lead.p;
  result.seeds_needed = lead.pairs_needed;
}

}  // namespace

std::string ComparePositionsResult::verdict() const {
  const auto& best = ranking.front();
  const auto seeds = best.scores.size();
  if (race) return race->text();
  if (has_winner())
    return fmt::format("{} is best: ahead of every other encoding at {} seeds (paired, p {:.2g})", best.kind, seeds,
                       *p);
  if (seeds_needed)
    return fmt::format("no difference at {} seeds; about {} needed to tell {} from {}", seeds, *seeds_needed, best.kind,
                       ranking[1].kind);
  return fmt::format("no difference at {} seeds: {} and {} score alike", seeds, best.kind, ranking[1].kind);
}

void ComparePositionsOptions::visit(OptionVisitor& option) {
  option("positions", positions, "the encodings");
  option("configuration", configuration, "of all runs; its position.kind is not looked at");
  option("name", name, "what directories of runs begin with");
  option("split", split, "whose accuracy, or loss, chooses the learning rate; empty: one that was not trained");
  option("learning_rates", learning_rates, "to choose among; empty: a third, once and three times that of the job");
  option("seeds", seeds, at_least(2), "seeds of each encoding");
  option("most_seeds", most_seeds, at_least(2), "with `until_decided`: seeds of each encoding, at most");
  option("margin", margin, "with `until_decided`: encodings that differ by less count as equally good; 0: never");
  DecidedRunsOptions::visit(option);
}

namespace {

/// Each encoding with its learning rate, then their order.
class PositionComparison {
 public:
  PositionComparison(const ComparePositionsOptions& options, Events& events, std::stop_token stop,
                     ComparePositionsResult& result)
      : options_(options), events_(events), stop_(std::move(stop)), result_(result) {}

  void compare() {
    for (const auto& kind : options_.positions)
      if (!tune_position(kind) && !options_.dry_run) return result_.ranking.clear();
    if (options_.dry_run) return;
    if (options_.until_decided && !race()) return result_.ranking.clear();
    if (!options_.until_decided) judge(result_);
    write_comparison(result_, options_.name);
  }

 private:
  TuneOptions tuning_of(const std::string& kind) {
    TuneOptions tuning;
    static_cast<ManyRunsOptions&>(tuning) = options_;
    tuning.out = result_.directory + "/" + kind;
    tuning.key = "optimizer.learning_rate";
    tuning.values = options_.learning_rates.empty() ? usual_rates(options_.configuration) : options_.learning_rates;
    tuning.configuration = with_position(options_.configuration, kind);
    tuning.name = options_.name;
    tuning.split = options_.split;
    tuning.first_seeds = std::min(seeds_of_tuning, options_.seeds);
    tuning.seeds = options_.until_decided ? tuning.first_seeds : options_.seeds;
    if (options_.until_decided) tuning.max_hours = clock_.hours_left(options_.max_hours);
    return tuning;
  }

  /// What this encoding needs of the model, and what would be unfair to it.
  Index adapt_model(const std::string& kind, TuneOptions& tuning) {
    Configuration configuration = Configuration::read(tuning.configuration);
    if (const auto heads = heads_needed(configuration)) {
      tuning.configuration["model"]["heads"] = *heads;
      configuration.model.heads = *heads;
      events_.on_message(
          {Message::Kind::note, fmt::format("{} gets model.heads={}: one head has one slope, of 2^-8", kind, *heads)});
    }
    for (const auto& sentence : advise(configuration, configuration.train.steps))
      events_.on_message({Message::Kind::warning, sentence});
    return configuration.model.heads;
  }

  /// False where it did not come to its end.
  bool tune_position(const std::string& kind) {
    TuneOptions tuning = tuning_of(kind);
    const Index heads = adapt_model(kind, tuning);
    const TuneResult tuned = tune(tuning, events_, stop_);
    result_.sweep = tuned.sweep;
    if (tuned.seconds) result_.seconds = result_.seconds.value_or(0) + *tuned.seconds;
    if (!tuned.best) return false;
    result_.metric = result_.lengths.empty() ? tuned.metric : "accuracy, mean over test lengths";
    result_.ranking.push_back(describe_position(kind, tuned, result_.lengths));
    auto& one = result_.ranking.back();
    one.heads = heads;
    events_.on_finding({kind, fmt::format("{} {} at learning rate {:.4g}", result_.metric, short_number(one.mean),
                                          one.learning_rate)});
    tuning.configuration["optimizer"]["learning_rate"] = one.learning_rate;
    racers_.push_back({kind, tuning.out, tuning.configuration});
    return true;
  }

  /// Seeds that chose no learning rate, until one encoding is the best. False where it did not come to its end.
  bool race() {
    PositionRace race(options_, racers_, result_.lengths, result_.metric, seeds_of_tuning + 1);
    if (!race.go(clock_, events_, stop_, result_.sweep)) return false;
    result_.race = race.result();
    std::vector<ComparedPosition> ranking;
    for (const auto& raced : result_.race->ranking) {
      auto one = *std::ranges::find(result_.ranking, raced.settings, &ComparedPosition::kind);
      one.scores = raced.scores;
      one.mean = raced.mean;
      one.interval = bootstrap_mean(one.scores);
      if (one.interval && result_.metric.ends_with("loss"))  // scores are more is better
        one.interval = Interval{-one.interval->high, -one.interval->low};
      one.by_length = race.by_length(raced.settings);
      ranking.push_back(std::move(one));
    }
    result_.ranking = std::move(ranking);
    return true;
  }

  static constexpr Index seeds_of_tuning = 2;

  const ComparePositionsOptions& options_;
  Events& events_;
  std::stop_token stop_;
  ComparePositionsResult& result_;
  Deadline clock_;
  std::vector<RacingPosition> racers_;
};

}  // namespace

ComparePositionsResult compare_positions(const ComparePositionsOptions& options, Events& events, std::stop_token stop) {
  check_options("", {&options});
  require(options.positions.size() > 1, "compare: name two encodings or more, as in --positions rotary,alibi,learned");
  for (const auto& kind : options.positions) engine("float").positions().find(kind);
  require(options.until_decided || (options.margin == 0 && options.max_runs == 0),
          "--margin and --max-runs belong to --until-decided");
  if (options.until_decided) check_position_race(options);
  ComparePositionsResult result;
  result.directory = options.out.empty() ? "comparisons/" + options.name : options.out;
  result.lengths = test_lengths(options.configuration);
  PositionComparison(options, events, std::move(stop), result).compare();
  return result;
}

}  // namespace sextant::lab
