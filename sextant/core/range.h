// Which numbers an option takes. The visitor of options checks it, shows it in the help and names it in errors.
#pragma once

#include <limits>
#include <string>

#include "sextant/core/index.h"

namespace sextant::core {

struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool with_low = true;  // whether the ends belong to it
  bool with_high = true;

  /// False for anything that is not finite.
  bool contains(double value) const;
  /// As it stands behind "expected": "1 or more", "more than 0", "1 to 99", "0 or more and less than 1".
  std::string text() const;
};

inline Range at_least(double low) { return {.low = low}; }
inline Range more_than(double low) { return {.low = low, .with_low = false}; }
inline Range positive() { return more_than(0); }
inline Range between(double low, double high) { return {.low = low, .high = high}; }
/// Between both, neither included.
inline Range inside(double low, double high) {
  return {.low = low, .high = high, .with_low = false, .with_high = false};
}
/// What nothing is counted beyond, where an option names no higher end itself: products of two such numbers still fit
/// into an Index.
inline constexpr double largest_count = 1e9;
/// Any seed, the one integer whose size means nothing.
inline Range any_seed() { return between(0, static_cast<double>(std::numeric_limits<Index>::max())); }
/// A share that leaves something over, [0, 1): rates of dropout, decays of running means.
inline Range share() { return {.low = 0, .high = 1, .with_high = false}; }

}  // namespace sextant::core
