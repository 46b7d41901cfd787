#include "sextant/report/number.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace sextant::report {

Tree rounded(double value) {
  if (!std::isfinite(value)) return {};
  if (value == std::round(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

}  // namespace sextant::report
