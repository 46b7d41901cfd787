#include "sextant/math/statistics/lead.h"

#include <algorithm>
#include <cmath>

#include "sextant/math/statistics/distributions.h"
#include "sextant/math/statistics/significance.h"
#include "sextant/math/statistics/summary_statistics.h"

namespace sextant::math {
namespace {

constexpr double significant = 0.05;

/// More than there are, for a paired t-test at the 5 % level, corrected for `others` comparisons.
std::optional<Index> count_pairs_needed(const std::vector<double>& difference, std::size_t others) {
  const double size = std::abs(mean(difference));
  const double spread = standard_deviation(difference);
  if (!(size > 0) || !(spread > 0)) return std::nullopt;
  for (auto pairs = static_cast<Index>(difference.size()) + 1; pairs <= 10'000; ++pairs) {
    const double t = size / spread * std::sqrt(static_cast<double>(pairs)) - 0.8416;  // z of 0.8
    if (t > 0 && static_cast<double>(others) * student_two_sided(t, static_cast<double>(pairs - 1)) < significant)
      return pairs;
  }
  return std::nullopt;
}

}  // namespace

Lead judge_lead(const std::vector<std::vector<double>>& differences) {
  std::vector<double> p;
  for (const auto& one : differences) {
    const double value = paired_t_test(one).p;
    p.push_back(std::isfinite(value) ? value : 1.0);
  }
  Lead lead;
  if (p.empty()) return lead;
  lead.p = std::ranges::max(holm_adjusted(p));
  lead.pairs_needed = count_pairs_needed(differences.front(), p.size());
  return lead;
}

Index pairs_for_significance(Index comparisons) {
  Index pairs = 1;
  while (pairs < 64 && smallest_paired_p(pairs) * static_cast<double>(std::max<Index>(1, comparisons)) > significant)
    ++pairs;
  return pairs;
}

}  // namespace sextant::math
