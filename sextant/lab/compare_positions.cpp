#include "sextant/lab/compare_positions.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/lab/advice.h"
#include "sextant/lab/result_json.h"
#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/significance.h"
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
  ComparedPosition one{kind, tuned.best->value.get<double>(), tuned.best->scores, 0, {}, {}};
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

/// The fewest pairs, more than there are, with which this difference would be seen with power 0.8 in a paired t-test at
/// the 5 % level, corrected for `others` comparisons.
std::optional<Index> pairs_needed(const std::vector<double>& difference, std::size_t others) {
  const double size = std::abs(mean(difference));
  const double spread = standard_deviation(difference);
  if (!(size > 0) || !(spread > 0)) return std::nullopt;
  for (auto pairs = static_cast<Index>(difference.size()) + 1; pairs <= 10'000; ++pairs) {
    const double t = size / spread * std::sqrt(static_cast<double>(pairs)) - 0.8416;  // z of 0.8
    if (t > 0 && static_cast<double>(others) * student_two_sided(t, static_cast<double>(pairs - 1)) < 0.05)
      return pairs;
  }
  return std::nullopt;
}

void judge(ComparePositionsResult& result) {
  std::ranges::stable_sort(result.ranking,
                           [](const auto& a, const auto& b) { return mean(a.scores) > mean(b.scores); });
  if (result.ranking.size() < 2) return;
  std::vector<double> p;
  for (std::size_t i = 1; i < result.ranking.size(); ++i) {
    const double one = paired_t_test(differences(result.ranking[0], result.ranking[i])).p;
    p.push_back(std::isfinite(one) ? one : 1.0);
  }
  result.p = std::ranges::max(holm_adjusted(p));
  result.seeds_needed = pairs_needed(differences(result.ranking[0], result.ranking[1]), p.size());
}

void write_comparison(ComparePositionsResult& result) {
  result.file = result.directory + "/comparison.json";
  Tree written = as_json(result);
  written.erase("sweep");  // how much of it was new this time
  write_file_atomically(result.file, written.dump(2) + "\n");
}

}  // namespace

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
    const Configuration configuration = Configuration::read(tuning.configuration);
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
    events.on_finding(
        {kind, fmt::format("{} {} at learning rate {:.4g}", result.metric, short_number(result.ranking.back().mean),
                           result.ranking.back().learning_rate)});
  }
  judge(result);
  write_comparison(result);
  return result;
}

}  // namespace sextant::lab
