#include "sextant/lab/experiment/measures.h"

#include "sextant/math/statistics/bootstrap.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::lab {
namespace {

std::vector<double> values_of(const BySeed& by_seed) {
  std::vector<double> values;
  for (const auto& [seed, value] : by_seed) values.push_back(value);
  return values;
}

std::vector<std::vector<double>> values_of(const std::vector<BySeed>& cases) {
  std::vector<std::vector<double>> values;
  for (const auto& one : cases) values.push_back(values_of(one));
  return values;
}

std::vector<std::size_t> sizes_of(const std::vector<std::vector<double>>& samples) {
  std::vector<std::size_t> sizes;
  for (const auto& sample : samples) sizes.push_back(sample.size());
  return sizes;
}

double mean_of(const std::vector<double>& values, const std::vector<std::size_t>& places) {
  double sum = 0;
  for (const std::size_t place : places) sum += values[place];
  return sum / static_cast<double>(places.size());
}

/// Means of the samples: all of them, or of the places that were drawn.
std::vector<double> means_of(const std::vector<std::vector<double>>& samples, const DrawnPlaces* drawn = nullptr) {
  std::vector<double> means;
  for (std::size_t i = 0; i < samples.size(); ++i)
    means.push_back(drawn ? mean_of(samples[i], (*drawn)[i]) : mean(samples[i]));
  return means;
}

std::vector<double> drawn_members(const std::vector<std::vector<double>>& samples, const DrawnPlaces& drawn) {
  std::vector<double> members;
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (const std::size_t place : drawn[i]) members.push_back(samples[i][place]);
  return members;
}

std::vector<double> all_members(const std::vector<std::vector<double>>& samples) {
  std::vector<double> members;
  for (const auto& sample : samples) members.insert(members.end(), sample.begin(), sample.end());
  return members;
}

/// Student's p is for ten points and more: three in perfect order would get 0, where 2 of the 6 orders are as good.
Measured with_test(const Correlation& correlation, std::size_t points) {
  constexpr std::size_t enough = 10;
  Measured result;
  result.value = correlation.value;
  if (points >= enough) result.p = correlation.p;
  result.test = "Spearman";
  return result;
}

Measured measure_pairs(const BySeed& first, const BySeed& second) {
  std::vector<double> differences;
  for (const auto& [seed, value] : first)
    if (const auto other = second.find(seed); other != second.end()) differences.push_back(value - other->second);
  Measured result;
  if (differences.empty()) return result;
  result.value = mean(differences);
  result.interval = bootstrap_mean(differences);
  result.p = sign_flip_test(differences).p;
  result.test = "sign flips";
  return result;
}

}  // namespace

std::vector<std::string> measure_names() {
  return {"mean", "least", "greatest", "best", "difference", "above", "trend", "correlation"};
}

Measured measure_mean(const BySeed& values) {
  Measured result;
  if (values.empty()) return result;
  result.value = mean(values_of(values));
  result.interval = bootstrap_mean(values_of(values));
  return result;
}

Measured measure_extreme(const std::vector<BySeed>& cases, int sign) {
  Measured result;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Measured one = measure_mean(cases[i]);
    if (i > 0 && !(sign * one.value < sign * result.value)) continue;
    one.decisive = i;
    result = one;
  }
  return result;
}

BySeed best_of_each_seed(const std::vector<BySeed>& values, const std::vector<BySeed>& merits) {
  BySeed best, merit_of_best;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const auto& [seed, merit] : merits[i]) {
      const auto [place, is_new] = merit_of_best.emplace(seed, merit);
      if (!is_new && merit <= place->second) continue;
      place->second = merit;
      best[seed] = values[i].at(seed);
    }
  return best;
}

Measured measure_difference(const BySeed& first, const BySeed& second, bool paired) {
  if (paired) return measure_pairs(first, second);
  Measured result;
  if (first.empty() || second.empty()) return result;
  const std::vector<std::vector<double>> samples{values_of(first), values_of(second)};
  result.value = mean(samples[0]) - mean(samples[1]);
  result.interval = bootstrap_groups(sizes_of(samples), [&](const DrawnPlaces& drawn) {
    return mean_of(samples[0], drawn[0]) - mean_of(samples[1], drawn[1]);
  });
  result.p = welch_test(samples[0], samples[1]).p;
  result.test = "Welch";
  return result;
}

Measured measure_above(const BySeed& first, const std::vector<BySeed>& others, bool paired) {
  Measured result;
  for (std::size_t i = 0; i < others.size(); ++i) {
    Measured one = measure_difference(first, others[i], paired);
    if (i > 0 && !(one.value < result.value)) continue;
    one.decisive = i;
    result = one;
  }
  return result;
}

Measured measure_trend(const std::vector<BySeed>& cases, const std::vector<double>& settings) {
  const auto samples = values_of(cases);
  Measured result = with_test(spearman(means_of(samples), settings), samples.size());
  result.interval = bootstrap_groups(
      sizes_of(samples), [&](const DrawnPlaces& drawn) { return spearman(means_of(samples, &drawn), settings).value; });
  return result;
}

Measured measure_correlation(const std::vector<BySeed>& x, const std::vector<BySeed>& y, bool by_runs) {
  const auto first = values_of(x), second = values_of(y);
  const auto points = by_runs ? all_members(first) : means_of(first);
  Measured result = with_test(spearman(points, by_runs ? all_members(second) : means_of(second)), points.size());
  result.interval = bootstrap_groups(sizes_of(first), [&](const DrawnPlaces& drawn) {
    return by_runs ? spearman(drawn_members(first, drawn), drawn_members(second, drawn)).value
                   : spearman(means_of(first, &drawn), means_of(second, &drawn)).value;
  });
  return result;
}

}  // namespace sextant::lab
