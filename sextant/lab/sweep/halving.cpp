#include "sextant/lab/sweep/halving.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/random.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {

namespace {

/// The splits that ask for what was not trained, the most demanding first.
constexpr const char* generalising[] = {"gen", "inferential", "held_out", "test"};

}  // namespace

void TuneMetric::choose(const Tree& row) {
  std::vector<std::string> known;
  for (const auto& [key, value] : row.items())
    if (key.starts_with("final.") && key.ends_with(".loss") && key != "final.train.loss")
      known.push_back(key.substr(6, key.size() - 11));
  std::string chosen = split;
  for (const char* name : generalising)
    if (chosen.empty() && std::ranges::find(known, name) != known.end()) chosen = name;
  if (chosen.empty() && !known.empty()) chosen = known.front();
  require(std::ranges::find(known, chosen) != known.end(), "--split {}: the task has no such split{}; known: {}",
          chosen, nearest_name_hint(chosen, known), fmt::join(known, ", "));
  more_is_better = row.contains("final." + chosen + ".accuracy");
  column = fmt::format("final.{}.{}", chosen, more_is_better ? "accuracy" : "loss");
}

// A run that diverged has learned nothing: it counts as the worst there can be, or as one that says nothing of a loss.
double TuneMetric::score(const std::string& run) {
  const auto record = read_run_record(run);
  require(record.has_value(), "{}: the run has not finished", run);
  if (record->status != "done") return more_is_better ? 0 : -std::numeric_limits<double>::max();
  const Tree row = record->row();
  if (column.empty()) choose(row);
  if (!row.contains(column) || !row[column].is_number()) {
    std::vector<std::string> known;
    for (const auto& [key, value] : row.items())
      if (value.is_number()) known.push_back(key);
    require(false, "metric {}: {} has no such number{}; known: {}", column, run, nearest_name_hint(column, known),
            fmt::join(known, ", "));
  }
  const double value = row[column].get<double>();
  return more_is_better ? value : -value;
}

namespace {

constexpr std::uint64_t resamples = 9999;

std::size_t place_of_best(const std::vector<double>& means) {
  return static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
}

}  // namespace

std::vector<HalvingRound> plan_halving(const HalvingRequest& request) {
  require(request.values >= 1, "halving: no candidate values");
  require(request.first_seeds >= 1 && request.first_seeds <= request.most_seeds,
          "halving: expected 1 to {} seeds in the first round, not {}", request.most_seeds, request.first_seeds);
  std::vector<HalvingRound> rounds{{request.values, request.first_seeds}};
  while (rounds.back().values > 2 || (rounds.back().values == 2 && rounds.back().seeds < request.most_seeds)) {
    const HalvingRound last = rounds.back();
    rounds.push_back({std::max<Index>(2, (last.values + 1) / 2), std::min(2 * last.seeds, request.most_seeds)});
  }
  return rounds;
}

double HalvingCandidate::mean() const { return sextant::math::mean(scores); }

std::vector<HalvingCandidate> keep_best(const std::vector<HalvingCandidate>& candidates, Index keep) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return candidates[i].mean(); });
  order.resize(std::min(order.size(), static_cast<std::size_t>(keep)));
  std::ranges::sort(order);
  std::vector<HalvingCandidate> kept;
  for (const std::size_t i : order) kept.push_back(candidates[i]);
  return kept;
}

std::optional<std::vector<double>> share_of_wins(const std::vector<HalvingCandidate>& candidates) {
  const std::size_t seeds = candidates.empty() ? 0 : candidates.front().scores.size();
  if (seeds < 2) return std::nullopt;
  std::vector<double> shares(candidates.size()), means(candidates.size());
  for (std::uint64_t resample = 0; resample < resamples; ++resample) {
    const Random random(1, Stream::analysis, resample, 5);
    std::ranges::fill(means, 0);
    for (std::size_t draw = 0; draw < seeds; ++draw) {
      const std::size_t seed = random.below(draw, seeds);
      for (std::size_t i = 0; i < candidates.size(); ++i) means[i] += candidates[i].scores[seed];
    }
    shares[place_of_best(means)] += 1.0 / static_cast<double>(resamples);
  }
  return shares;
}

}  // namespace sextant::lab
