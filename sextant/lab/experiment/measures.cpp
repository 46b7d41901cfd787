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

/// Of the means of a group, its own first.
double reciprocal_rank(std::span<const double> means) {
  double above = 0, equal = 0;
  for (const double rival : means.subspan(1)) {
    above += rival > means[0] ? 1 : 0;
    equal += rival == means[0] ? 1 : 0;
  }
  return 1 / (1 + above + equal / 2);
}

double lead(std::span<const double> means) {
  double sum = 0;
  for (const double rival : means.subspan(1)) sum += rival;
  return means[0] - sum / static_cast<double>(means.size() - 1);
}

/// The mean of a score of each group's means, with the interval over seeds of all cases.
Measured over_groups(const std::vector<Contest>& groups, double (*score)(std::span<const double>)) {
  Measured result;
  std::vector<BySeed> members;
  for (const auto& group : groups) {
    if (group.own.empty() || group.rivals.empty()) return result;
    members.push_back(group.own);
    members.insert(members.end(), group.rivals.begin(), group.rivals.end());
  }
  if (groups.empty()) return result;
  const auto mean_score = [&](const std::vector<double>& means) {
    double sum = 0;
    std::size_t first = 0;
    for (const auto& group : groups) {
      sum += score(std::span(means).subspan(first, group.rivals.size() + 1));
      first += group.rivals.size() + 1;
    }
    return sum / static_cast<double>(groups.size());
  };
  const auto samples = values_of(members);
  result.value = mean_score(means_of(samples));
  result.interval = bootstrap_groups(sizes_of(samples),
                                     [&](const DrawnPlaces& drawn) { return mean_score(means_of(samples, &drawn)); });
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
  return {"mean",
          "least",
          "greatest",
          "best",
          "difference",
          "above",
          "trend",
          "correlation",
          "average_correlation",
          "reciprocal_rank",
          "average_difference"};
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
  result.rank_p = mann_whitney_test(samples[0], samples[1]).p;
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

Measured measure_average_correlation(const std::vector<std::vector<BySeed>>& x,
                                     const std::vector<std::vector<BySeed>>& y) {
  std::vector<BySeed> all_x, all_y;
  for (const auto& group : x) all_x.insert(all_x.end(), group.begin(), group.end());
  for (const auto& group : y) all_y.insert(all_y.end(), group.begin(), group.end());
  const auto first = values_of(all_x), second = values_of(all_y);
  const auto average = [&](const DrawnPlaces* drawn) {
    const auto means_x = means_of(first, drawn), means_y = means_of(second, drawn);
    double sum = 0;
    std::size_t begin = 0;
    for (const auto& group : x) {
      sum += spearman(std::span(means_x).subspan(begin, group.size()), std::span(means_y).subspan(begin, group.size()))
                 .value;
      begin += group.size();
    }
    return sum / static_cast<double>(x.size());
  };
  Measured result;
  if (x.empty()) return result;
  result.value = average(nullptr);
  result.interval = bootstrap_groups(sizes_of(first), [&](const DrawnPlaces& drawn) { return average(&drawn); });
  return result;
}

Measured measure_reciprocal_rank(const std::vector<Contest>& groups) { return over_groups(groups, reciprocal_rank); }
Measured measure_average_difference(const std::vector<Contest>& groups) { return over_groups(groups, lead); }

}  // namespace sextant::lab
