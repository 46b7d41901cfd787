// How much of a limit of hours is left, for sweeps that follow each other.
#pragma once

#include <algorithm>
#include <chrono>

namespace sextant::lab {

class Deadline {
 public:
  /// 0: no limit; once it is over hardly anything.
  double hours_left(double max_hours) const {
    if (max_hours <= 0) return 0;
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return std::max(1e-9, max_hours - passed / 3600);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace sextant::lab
