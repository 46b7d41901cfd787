// What a claim demands: ">= 0.9", "< 0" or "== 0.5" of the measure, "within 0.05" of its size, "p >= 0.05" of its test.
#pragma once

#include <string>

namespace sextant::lab {

struct Bound {
  enum class Relation { below, at_most, at_least, above, equal, within };
  Relation relation = Relation::at_least;
  double limit = 0;
  bool of_p = false;  // of the p of the test that goes with the measure

  bool holds(double value) const;
  /// As it is typed.
  std::string text() const;
};

Bound parse_bound(const std::string& text);

}  // namespace sextant::lab
