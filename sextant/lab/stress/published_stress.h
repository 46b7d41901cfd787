// What stress is usual: stress-1 of 30 published encodings and two trained tables against the words of six corpora
// (docs/published_stress.csv, written by scripts/measure_published_stress.sh, which prints these deciles).
#pragma once

#include <algorithm>
#include <array>

namespace sextant::lab {

inline constexpr std::array published_stress_deciles = {0.2142, 0.3491, 0.4817, 0.5062, 0.5195, 0.5835,
                                                        0.6221, 0.6350, 0.6836, 0.7379, 0.8101};

/// The share of them that is further off, between two deciles in proportion.
inline double share_further_off(double kruskal) {
  const auto& deciles = published_stress_deciles;
  if (kruskal <= deciles.front()) return 1;
  if (kruskal >= deciles.back()) return 0;
  const auto next = static_cast<std::size_t>(std::ranges::upper_bound(deciles, kruskal) - deciles.begin());
  const double within = (kruskal - deciles[next - 1]) / (deciles[next] - deciles[next - 1]);
  return 1 - (static_cast<double>(next - 1) + within) / 10;
}

}  // namespace sextant::lab
