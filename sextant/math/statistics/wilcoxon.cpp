// The exact distribution is that of the sum of those ranks whose sign comes up positive; ranks are doubled, so that
// shared ranks (k + 1/2) are whole numbers too and ties need no approximation.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/paired_tests.h"
#include "sextant/math/statistics/ranks.h"

namespace sextant::math {
namespace {

/// P(W <= sum) over all 2^n assignments of signs.
double exact_probability(const std::vector<double>& rank, double sum) {
  std::vector<double> ways{1};  // ways[s]: assignments whose positive doubled ranks sum to s; exact up to 2^53
  for (const double one : rank) {
    const auto doubled = static_cast<std::size_t>(std::lround(2 * one));
    std::vector<double> next(ways.size() + doubled, 0);
    for (std::size_t s = 0; s < ways.size(); ++s) {
      next[s] += ways[s];
      next[s + doubled] += ways[s];
    }
    ways = std::move(next);
  }
  double below = 0;
  for (std::size_t s = 0; s <= static_cast<std::size_t>(std::lround(2 * sum)); ++s) below += ways[s];
  return std::ldexp(below, -static_cast<int>(rank.size()));
}

/// P(|Z| >= |z|) with the variance (n (n + 1) (2n + 1) - sum over ties (t^3 - t) / 2) / 24.
double approximate_two_sided(const std::vector<double>& rank, double sum) {
  const auto n = static_cast<double>(rank.size());
  std::map<double, double> times;
  for (const double one : rank) times[one] += 1;
  double variance = n * (n + 1) * (2 * n + 1);
  for (const auto& [value, t] : times) variance -= (t * t * t - t) / 2;
  return normal_two_sided((sum - n * (n + 1) / 4) / std::sqrt(variance / 24));
}

}  // namespace

TestResult wilcoxon_test(std::span<const double> differences) {
  constexpr std::size_t most_exact = 50;
  std::vector<double> size, sign;
  for (const double difference : differences)
    if (difference != 0) {
      size.push_back(std::abs(difference));
      sign.push_back(difference);
    }
  if (size.empty()) return {0, 1};
  const std::vector<double> rank = ranks(size);
  double positive = 0, negative = 0;
  for (std::size_t i = 0; i < rank.size(); ++i) (sign[i] > 0 ? positive : negative) += rank[i];
  const double smaller = std::min(positive, negative);
  if (rank.size() > most_exact) return {smaller, approximate_two_sided(rank, smaller)};
  return {smaller, std::min(1.0, 2 * exact_probability(rank, smaller))};
}

}  // namespace sextant::math
