#include "sextant/stress/spectrum_ranks.h"

#include <cmath>

namespace sextant::stress {

SpectrumRanks ranks_of_spectrum(std::span<const double> eigenvalues) {
  double sum = 0, squares = 0;
  for (const double value : eigenvalues)
    if (value > 0) {
      sum += value;
      squares += value * value;
    }
  SpectrumRanks ranks;
  if (!(sum > 0)) return ranks;
  ranks.participation = sum * sum / squares;
  double entropy = 0, held = 0;
  for (const double value : eigenvalues) {
    if (!(value > 1e-12 * eigenvalues.front())) break;
    ++ranks.numerical;
    entropy -= value / sum * std::log(value / sum);
    if (held < 0.90 * sum) ranks.r90 = ranks.numerical;
    if (held < 0.95 * sum) ranks.r95 = ranks.numerical;
    if (held < 0.99 * sum) ranks.r99 = ranks.numerical;
    held += value;
  }
  ranks.entropy = std::exp(entropy);
  return ranks;
}

}  // namespace sextant::stress
