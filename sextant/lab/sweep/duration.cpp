// Seconds, rounded up.
#include "sextant/lab/sweep/duration.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace sextant::lab {

std::string describe_duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace sextant::lab
