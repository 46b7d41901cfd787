// Which law is in force for a tensor, and the drawing from it: number j of tensor p is number j of the Philox source
// (seed, initialisation, 0, p), computed in double, so that both precisions start from the same numbers.
#include <cmath>
#include <limits>

#include "sextant/core/random.h"
#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {

Law law_in_force(const Initialiser& initialiser, const Parameter& parameter, std::optional<double> position_sigma) {
  if (!parameter.given.empty()) return {Law::Kind::given, 0, 0};
  if (parameter.sigma) return Law::normal(*parameter.sigma);
  const bool drawn = parameter.kind == ParameterKind::embedding || parameter.kind == ParameterKind::weight;
  if (parameter.role == Role::position && drawn && position_sigma) {
    require_range("position.sigma", std::vector{*position_sigma}, at_least(0));
    // A weight sums fan_in products: for inputs of unit spread its output has the spread asked for.
    const double share =
        parameter.kind == ParameterKind::embedding ? 1.0 : 1 / std::sqrt(static_cast<double>(parameter.fan_in));
    return Law::normal(parameter.carries_sigma ? *position_sigma * share : share);
  }
  if (parameter.kind == ParameterKind::gain) return Law::constant(1);
  if (parameter.kind == ParameterKind::bias && parameter.role == Role::norm) return Law::constant(0);
  require(parameter.fan_in >= 1, "parameter {}: fan-in {} declared, expected 1 or more", parameter.name,
          parameter.fan_in);
  return initialiser.law(parameter);
}

namespace {

void draw(Parameter& parameter, const Law& law, const Random& random) {
  real* to = parameter.value.data;
  for (Index j = 0; j < parameter.size(); ++j) {
    const auto number = static_cast<std::uint64_t>(j);
    double value = law.centre;
    if (law.kind == Law::Kind::normal) value += law.spread * random.normal(number);
    if (law.kind == Law::Kind::uniform) value += law.spread * (2 * random.uniform(number) - 1);
    if (law.kind == Law::Kind::given) value = parameter.given[static_cast<std::size_t>(j)];
    to[j] = static_cast<real>(value);
  }
}

}  // namespace

void initialise(Parameters& parameters, const Initialiser& initialiser, std::optional<double> position_sigma,
                std::uint64_t seed) {
  for (real& value : parameters.values()) value = std::numeric_limits<real>::quiet_NaN();
  std::uint32_t part = 0;
  for (Parameter& parameter : parameters.list())
    draw(parameter, law_in_force(initialiser, parameter, position_sigma),
         Random(seed, Stream::initialisation, 0, part++));
}

}  // namespace sextant::init::inline SEXTANT_PRECISION
