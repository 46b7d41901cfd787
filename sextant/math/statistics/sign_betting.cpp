// A bet of share b on "above 0" makes 1 + b of 1 if it is won, 1 - b if it is lost, and 1 where the difference is 0:
// the mean of both is 1, so that a fair game leaves the capital where it is on average, whatever the size of the
// difference.
#include "sextant/math/statistics/sign_betting.h"

#include <algorithm>
#include <cmath>

namespace sextant::math {

void SignBetting::add(double difference) {
  const double size = std::abs(difference);
  largest_ = std::max(largest_, size);
  const double sign = static_cast<double>(difference > 0) - static_cast<double>(difference < 0);
  const double relative = largest_ > 0 && std::isfinite(largest_) ? size / largest_ : 1;
  for (auto& gambler : gamblers_) gambler.capital *= 1 + gambler.share * sign * (gambler.by_size ? relative : 1);
  greatest_ = std::max(greatest_, capital());
}

double SignBetting::capital() const {
  double sum = 0;
  for (const auto& gambler : gamblers_) sum += gambler.capital;
  return sum;
}

double evidence_above_zero(std::span<const double> differences) {
  SignBetting betting;
  for (const double difference : differences) betting.add(difference);
  return betting.greatest();
}

Index fewest_differences(double wanted) {
  SignBetting betting;
  Index count = 0;
  for (; betting.capital() < wanted; ++count) betting.add(1);
  return count;
}

}  // namespace sextant::math
