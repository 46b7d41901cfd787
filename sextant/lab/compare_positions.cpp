#include "sextant/lab/compare_positions.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/lab/advice.h"
#include "sextant/lab/comparison_files.h"
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
  ManyRunsOptions::visit(option);
}

ComparePositionsResult compare_positions(const ComparePositionsOptions& options, Events& events, std::stop_token stop) {
  check_options("", {&options});
  require(options.positions.size() > 1, "compare: name two encodings or more, as in --positions rotary,alibi,learned");
  for (const auto& kind : options.positions) engine("float").positions().find(kind);
  ComparePositionsResult result;
  result.directory = options.out.empty() ? "comparisons/" + options.name : options.out;
  result.lengths = test_lengths(options.configuration);
  for (const auto& kind : options.positions) {
    TuneOptions tuning;
    static_cast<ManyRunsOptions&>(tuning) = options;
    tuning.out = result.directory + "/" + kind;
    tuning.key = "optimizer.learning_rate";
    tuning.values = options.learning_rates.empty() ? usual_rates(options.configuration) : options.learning_rates;
    tuning.configuration = with_position(options.configuration, kind);
    tuning.name = options.name;
    tuning.split = options.split;
    tuning.seeds = options.seeds;
    tuning.first_seeds = std::min<Index>(2, options.seeds);
    Configuration configuration = Configuration::read(tuning.configuration);
    if (const auto heads = heads_needed(configuration)) {
      tuning.configuration["model"]["heads"] = *heads;
      configuration.model.heads = *heads;
      events.on_message(
          {Message::Kind::note, fmt::format("{} gets model.heads={}: one head has one slope, of 2^-8", kind, *heads)});
    }
    for (const auto& sentence : advise(configuration, configuration.train.steps))
      events.on_message({Message::Kind::warning, sentence});  // a setting that would be unfair to this encoding
    const TuneResult tuned = tune(tuning, events, stop);
    result.sweep = tuned.sweep;
    if (!tuned.best) {
      result.ranking.clear();
      return result;
    }
    result.metric = result.lengths.empty() ? tuned.metric : "accuracy, mean over test lengths";
    result.ranking.push_back(describe_position(kind, tuned, result.lengths));
    result.ranking.back().heads = configuration.model.heads;
    events.on_finding(
        {kind, fmt::format("{} {} at learning rate {:.4g}", result.metric, short_number(result.ranking.back().mean),
                           result.ranking.back().learning_rate)});
  }
  judge(result);
  write_comparison(result, options.name);
  return result;
}

}  // namespace sextant::lab
