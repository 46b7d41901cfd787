#include "sextant/init/law.h"

#include <cmath>
#include <numbers>

#include "sextant/core/error.h"

namespace sextant::init {

double Law::deviation() const {
  switch (kind) {
    case Kind::normal:
      return spread;
    case Kind::uniform:
      return spread / std::numbers::sqrt3;
    default:
      return 0;
  }
}

std::string Law::text() const {
  switch (kind) {
    case Kind::normal:
      return fmt::format("N({:.6g}, {:.6g}^2)", centre, spread);
    case Kind::uniform:
      return fmt::format("U({:.6g}, {:.6g})", centre - spread, centre + spread);
    case Kind::constant:
      return fmt::format("= {:.6g}", centre);
    case Kind::given:
      return "given";
  }
  return "";
}

Law law_of_deviation(const std::string& distribution, double deviation) {
  return distribution == "uniform" ? Law::uniform(deviation * std::numbers::sqrt3) : Law::normal(deviation);
}

}  // namespace sextant::init
