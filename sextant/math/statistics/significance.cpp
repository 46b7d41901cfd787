#include "sextant/math/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "sextant/core/error.h"
#include "sextant/core/random.h"
#include "sextant/math/statistics/correlation.h"
#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::math {

// t = mean / (deviation / sqrt(n)).

TestResult paired_t_test(std::span<const double> differences) {
  if (differences.size() < 2)
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const auto n = static_cast<double>(differences.size());
  const double t = mean(differences) / (standard_deviation(differences) / std::sqrt(n));
  return {t, student_two_sided(t, n - 1)};
}

// Assignments of signs are the bits of a number: counted through where they are few, otherwise drawn.
namespace {

double flipped_sum(std::span<const double> differences, std::uint64_t signs) {
  double sum = 0;
  for (const double difference : differences) {
    sum += (signs & 1) != 0 ? -difference : difference;
    signs >>= 1;
  }
  return sum;
}

/// Draws the signs of all differences, 128 to a block.
double randomly_flipped_sum(std::span<const double> differences, const Random& random, std::uint32_t first_block) {
  double sum = 0;
  std::array<std::uint32_t, 4> words{};
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (i % 128 == 0) words = random.words(first_block + static_cast<std::uint32_t>(i / 128));
    const bool flip = ((words[i % 128 / 32] >> (i % 32)) & 1) != 0;
    sum += flip ? -differences[i] : differences[i];
  }
  return sum;
}

}  // namespace

TestResult sign_flip_test(std::span<const double> differences, Index samples, std::uint64_t seed) {
  constexpr std::size_t most_exact = 16;
  require(samples > 0, "sign-flip test: expected 1 or more samples, not {}", samples);
  if (differences.empty()) return {0, 1};
  double total = 0, observed = 0;
  for (const double difference : differences) total += std::abs(difference), observed += difference;
  const double bound = std::abs(observed) - 1e-12 * total;  // equal sums differ by the rounding of their order
  const std::size_t n = differences.size();
  double extreme = 0;
  if (n <= most_exact) {
    // The first sign stays: flipping all signs changes no distance from 0.
    const std::uint64_t half = std::uint64_t{1} << (n - 1);
    for (std::uint64_t signs = 0; signs < half; ++signs)
      if (std::abs(flipped_sum(differences, 2 * signs)) >= bound) extreme += 1;
    return {mean(differences), extreme / static_cast<double>(half)};
  }
  const Random random(seed, Stream::analysis, 0, 1);
  const auto blocks = static_cast<std::uint32_t>((n + 127) / 128);
  for (Index sample = 0; sample < samples; ++sample)
    if (std::abs(randomly_flipped_sum(differences, random, static_cast<std::uint32_t>(sample) * blocks)) >= bound)
      extreme += 1;
  return {mean(differences), (extreme + 1) / static_cast<double>(samples + 1)};
}

double smallest_paired_p(Index pairs) { return pairs < 1 ? 1 : std::ldexp(1.0, 1 - static_cast<int>(pairs)); }

// The exact distribution is that of the sum of those ranks whose sign comes up positive; ranks are doubled, so that
// shared ranks (k + 1/2) are whole numbers too and ties need no approximation.
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

// Degrees of freedom (a + b)^2 / (a^2/(n - 1) + b^2/(m - 1)), where a and b are the squared errors of the two means.

TestResult welch_test(std::span<const double> x, std::span<const double> y) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  if (x.size() < 2 || y.size() < 2) return {undefined, undefined};
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
  const double a = std::pow(standard_deviation(x), 2) / n, b = std::pow(standard_deviation(y), 2) / m;
  if (a + b == 0) return {undefined, undefined};
  const double t = (mean(x) - mean(y)) / std::sqrt(a + b);
  return {t, student_two_sided(t, (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1)))};
}

// The rank sum of x among all ways to choose which values are x's. Ranks are doubled, as above.
namespace {

/// P(sum <= s) and P(sum >= s) of the doubled ranks of `chosen` out of all.
std::pair<double, double> exact_tails(const std::vector<double>& rank, std::size_t chosen, double sum) {
  const auto n = rank.size();
  const std::size_t most = n * (n + 1);  // all doubled ranks
  // ways[k][s]: choices of k ranks that sum to s
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1, 0));
  ways[0][0] = 1;
  for (const double one : rank) {
    const auto doubled = static_cast<std::size_t>(std::lround(2 * one));
    for (std::size_t k = chosen; k > 0; --k)
      for (std::size_t s = most; s >= doubled; --s) ways[k][s] += ways[k - 1][s - doubled];
  }
  const auto observed = static_cast<std::size_t>(std::lround(2 * sum));
  double below = 0, above = 0, all = 0;
  for (std::size_t s = 0; s <= most; ++s) {
    all += ways[chosen][s];
    if (s <= observed) below += ways[chosen][s];
    if (s >= observed) above += ways[chosen][s];
  }
  return {below / all, above / all};
}

}  // namespace

TestResult mann_whitney_test(std::span<const double> x, std::span<const double> y) {
  constexpr std::size_t most_exact = 50;
  if (x.empty() || y.empty())
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> both(x.begin(), x.end());
  both.insert(both.end(), y.begin(), y.end());
  const std::vector<double> rank = ranks(both);
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size()), all = n + m;
  const double sum = std::accumulate(rank.begin(), rank.begin() + static_cast<std::ptrdiff_t>(x.size()), 0.0);
  const double u = sum - n * (n + 1) / 2;
  if (both.size() <= most_exact) {
    const auto [below, above] = exact_tails(rank, x.size(), sum);
    return {u, std::min(1.0, 2 * std::min(below, above))};
  }
  // n m / 12 ((N + 1) - sum over ties (t^3 - t) / (N (N - 1)))
  std::map<double, double> times;
  for (const double one : rank) times[one] += 1;
  double ties = 0;
  for (const auto& [value, t] : times) ties += t * t * t - t;
  const double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
  return {u, variance > 0 ? normal_two_sided((u - n * m / 2) / std::sqrt(variance)) : 1};
}

double smallest_rank_p(Index first, Index second) {
  double ways = 1;
  for (Index i = 1; i <= first; ++i) ways *= static_cast<double>(second + i) / static_cast<double>(i);
  return std::min(1.0, 2 / ways);
}

// From the smallest p upwards.

std::vector<double> holm_adjusted(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p[order[i]] * static_cast<double>(p.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace sextant::math
