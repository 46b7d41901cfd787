#include "sextant/lab/sweep/race.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/math/statistics/sign_betting.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

constexpr Index least_race_round = 4;  // runs, so that the cores have work

constexpr double not_yet = -std::numeric_limits<double>::infinity();
constexpr double failed = std::numeric_limits<double>::quiet_NaN();

std::size_t place(Index index) { return static_cast<std::size_t>(index); }

double mean_of_known(const std::vector<double>& scores) {
  std::vector<double> known;
  for (const double score : scores)
    if (!std::isnan(score)) known.push_back(score);
  return known.empty() ? not_yet : math::mean(known);
}

}  // namespace

Race::Race(const RaceOptions& options) : options_(options), scores_(place(options.settings)), beaten_(scores_.size()) {
  require(options.settings > 1, "--until-decided: there is one setting only; sweep a key besides the seed");
  require(options.confidence > 0.5 && options.confidence < 1, "--confidence {}: expected a number between 0.5 and 1",
          options.confidence);
  require(options.margin >= 0, "--margin {}: expected a number that is not below 0", options.margin);
  const Index fewest = fewest_differences(wanted());
  require(options.seeds >= fewest,
          "--until-decided: {} settings cannot be told apart at {:.4g} % with fewer than {} seeds, and there are {}; "
          "give more, as in seed=1:{} (those that are not needed are not trained)",
          options.settings, 100 * options.confidence, fewest, options.seeds, 4 * fewest);
}

double Race::wanted() const { return static_cast<double>(options_.settings) / (1 - options_.confidence); }

std::vector<Index> Race::left() const {
  std::vector<Index> result;
  for (Index i = 0; i < options_.settings; ++i)
    if (!beaten_[place(i)]) result.push_back(i);
  return result;
}

std::vector<RaceRun> Race::propose() const {
  if (decided()) return {};
  const auto settings = left();
  const auto made = static_cast<Index>(scores_[place(settings.front())].size());
  // Nothing can be decided before the fewest seeds: they are the first round.
  const auto size = static_cast<Index>(settings.size());
  const Index seeds = made == 0 ? fewest_differences(wanted()) : (least_race_round + size - 1) / size;
  std::vector<RaceRun> result;
  for (Index seed = made; seed < std::min(made + seeds, options_.seeds); ++seed)
    for (const Index setting : settings) result.push_back({setting, seed});
  return result;
}

void Race::observe(const RaceRun& run, std::optional<double> score) {
  auto& scores = scores_[place(run.setting)];
  if (run.seed >= static_cast<Index>(scores.size())) scores.resize(place(run.seed) + 1, not_yet);
  scores[place(run.seed)] = score.value_or(failed);
  const auto settings = left();
  const bool round_is_over = std::ranges::all_of(settings, [&](Index one) {
    const auto& own = scores_[place(one)];
    return own.size() == scores_[place(settings.front())].size() && std::ranges::count(own, not_yet) == 0;
  });
  if (round_is_over) judge();
}

std::vector<double> Race::differences(Index a, Index b) const {
  const auto &first = scores(a), &second = scores(b);
  std::vector<double> result;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    if (!std::isnan(first[i]) && !std::isnan(second[i])) result.push_back(first[i] - second[i]);
  return result;
}

/// The mean difference is above -margin and below margin.
bool Race::equal(Index a, Index b) const {
  auto above = differences(a, b), below = differences(b, a);
  for (auto* side : {&above, &below})
    for (double& difference : *side) difference += options_.margin;
  return std::min(math::evidence_above_zero(above), math::evidence_above_zero(below)) >= wanted();
}

void Race::judge() {
  const auto settings = left();
  for (const Index b : settings)
    for (const Index a : settings) {
      if (a == b || beaten_[place(a)] || beaten_[place(b)] || math::evidence_above_zero(differences(a, b)) < wanted())
        continue;
      // Two that beat each other, at different times, are both left: the evidence is at odds with itself.
      if (math::evidence_above_zero(differences(b, a)) >= wanted()) continue;
      beaten_[place(b)] = Beaten{a, static_cast<Index>(scores(b).size())};
    }
  const auto rest = left();
  tied_ = options_.margin > 0 && rest.size() > 1;
  for (std::size_t i = 0; tied_ && i < rest.size(); ++i)
    for (std::size_t j = i + 1; tied_ && j < rest.size(); ++j) tied_ = equal(rest[i], rest[j]);
}

double Race::mean(Index setting) const { return mean_of_known(scores(setting)); }

std::optional<Index> Race::winner() const {
  const auto rest = left();
  return rest.size() == 1 ? std::optional(rest.front()) : std::nullopt;
}

std::vector<Index> Race::ranking() const {
  std::vector<Index> result(scores_.size());
  std::iota(result.begin(), result.end(), Index{0});
  const auto key = [&](Index setting) {
    const auto& fate = beaten_[place(setting)];
    return std::pair(fate ? fate->after : std::numeric_limits<Index>::max(), mean_of_known(scores(setting)));
  };
  std::ranges::stable_sort(result, std::ranges::greater(), key);
  return result;
}

std::optional<Index> Race::seeds_to_come() const {
  const auto order = ranking();
  if (decided() || beaten_[place(order[1])]) return std::nullopt;
  const auto seen = differences(order[0], order[1]);
  if (seen.empty() || !(math::mean(seen) > 0)) return std::nullopt;
  math::SignBetting betting;
  for (const double difference : seen) betting.add(difference);
  constexpr std::size_t most = 10'000;
  for (std::size_t more = 0; more < most; ++more) {
    betting.add(seen[more % seen.size()]);
    if (betting.capital() >= wanted()) return static_cast<Index>(more) + 1;
  }
  return std::nullopt;
}

}  // namespace sextant::lab
