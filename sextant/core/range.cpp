// The words of a range.
#include "sextant/core/range.h"

#include <fmt/format.h>

#include <cmath>

namespace sextant::core {

bool Range::contains(double value) const {
  if (!std::isfinite(value)) return false;
  return (with_low ? value >= low : value > low) && (with_high ? value <= high : value < high);
}

std::string Range::text() const {
  if (std::isinf(low) && std::isinf(high)) return "a finite number";
  const std::string from = with_low ? fmt::format("{} or more", low) : fmt::format("more than {}", low);
  const std::string to = with_high ? fmt::format("at most {}", high) : fmt::format("less than {}", high);
  if (high >= static_cast<double>(std::numeric_limits<Index>::max())) return from;  // no end that anybody could pass
  if (std::isinf(low)) return to;
  return with_low && with_high ? fmt::format("{} to {}", low, high) : fmt::format("{} and {}", from, to);
}

}  // namespace sextant::core
