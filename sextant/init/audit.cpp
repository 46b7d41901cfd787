// The audit before step 0: what was drawn, measured against what was declared. Six standard errors: a sound tensor
// is refused about once in 10^8 draws, a wrong fan-in of a tensor of 10,000 numbers is seen at 5 %.
#include <cmath>
#include <limits>

#include "sextant/init/initialiser.h"

namespace sextant::init::inline SEXTANT_PRECISION {
namespace {

constexpr double standard_errors = 6;

/// A weight multiplies as many numbers as it has columns (a factor of positions may stand on either side).
std::string fault_of_fan_in(const Parameter& parameter) {
  if (parameter.kind != ParameterKind::weight || parameter.fan_in == parameter.columns) return "";
  if (parameter.role == Role::position && parameter.fan_in == parameter.rows) return "";
  return fmt::format("fan-in {} declared for a weight of {} inputs", parameter.fan_in, parameter.columns);
}

std::string fault_of_exact_values(const Parameter& parameter, const Law& law) {
  for (Index j = 0; j < parameter.size(); ++j) {
    const double wanted = law.kind == Law::Kind::given ? parameter.given[static_cast<std::size_t>(j)] : law.centre;
    if (parameter.value.data[j] != static_cast<real>(wanted))
      return fmt::format("entry {} is {:.9g} instead of {:.9g}", j, static_cast<double>(parameter.value.data[j]),
                         wanted);
  }
  return "";
}

std::string fault_of_drawn_values(const Parameter& parameter, const Law& law, const AuditRow& row) {
  const double rounding = static_cast<double>(std::numeric_limits<real>::epsilon());
  const double bound = law.spread * (1 + rounding);
  if (law.kind == Law::Kind::uniform)
    for (Index j = 0; j < parameter.size(); ++j)
      if (std::abs(static_cast<double>(parameter.value.data[j]) - law.centre) > bound)
        return fmt::format("entry {} is {:.6g}, outside {}", j, static_cast<double>(parameter.value.data[j]),
                           law.text());
  const double root = std::sqrt(static_cast<double>(parameter.size()));
  const double wanted = law.deviation();
  if (std::abs(row.mean - law.centre) > standard_errors * wanted / root)
    return fmt::format("mean {:.6g} is more than {} standard errors from {:.6g}", row.mean, standard_errors,
                       law.centre);
  // Root mean square about the declared centre: its standard error is deviation sqrt((kurtosis - 1) / 4n).
  const double kurtosis = law.kind == Law::Kind::uniform ? 1.8 : 3.0;
  const double error = wanted * std::sqrt((kurtosis - 1) / 4) / root;
  const double found = std::hypot(row.deviation, row.mean - law.centre);
  if (std::abs(found - wanted) > standard_errors * error + rounding * wanted)
    return fmt::format("standard deviation {:.6g} is more than {} standard errors from {:.6g}", found, standard_errors,
                       wanted);
  return "";
}

AuditRow measure(const Parameter& parameter, const Law& law) {
  AuditRow row{.name = parameter.name,
               .role = name_of(parameter.role),
               .rows = parameter.rows,
               .columns = parameter.columns,
               .fan_in = parameter.fan_in,
               .law = law,
               .fault = ""};
  const auto count = static_cast<double>(parameter.size());
  double squares = 0;
  Index strange = 0;
  for (Index j = 0; j < parameter.size(); ++j) {
    const auto value = static_cast<double>(parameter.value.data[j]);
    strange += std::isfinite(value) ? 0 : 1;
    row.mean += value / count;
    squares += value * value;
  }
  double variance = 0;  // in a second pass: the mean of a table of large numbers would cancel
  for (Index j = 0; j < parameter.size(); ++j) {
    const double difference = static_cast<double>(parameter.value.data[j]) - row.mean;
    variance += difference * difference / count;
  }
  row.deviation = std::sqrt(variance);
  row.norm = std::sqrt(squares);
  if (strange > 0)
    row.fault = fmt::format("{} of {} entries are not finite (never initialised?)", strange, parameter.size());
  else
    row.fault = fault_of_fan_in(parameter);
  if (!row.fault.empty()) return row;
  const bool exact = law.kind == Law::Kind::constant || law.kind == Law::Kind::given;
  row.fault = exact ? fault_of_exact_values(parameter, law) : fault_of_drawn_values(parameter, law, row);
  return row;
}

}  // namespace

std::vector<AuditRow> audit(const Parameters& parameters, const Initialiser& initialiser,
                            std::optional<double> position_sigma) {
  std::vector<AuditRow> rows;
  for (const Parameter& parameter : parameters.list())
    rows.push_back(measure(parameter, law_in_force(initialiser, parameter, position_sigma)));
  return rows;
}

}  // namespace sextant::init::inline SEXTANT_PRECISION
