#include "sextant/results/run_record.h"

#include <algorithm>

#include "sextant/results/option_value.h"
#include "sextant/results/store_checksum.h"

namespace sextant::results {
namespace {

Tree or_null(const std::string& text) { return text.empty() ? Tree() : Tree(text); }

template <class Number>
Tree or_null(const std::optional<Number>& number) {
  return number ? Tree(*number) : Tree();
}

}  // namespace

Tree RunRecord::row() const {
  Tree row{{"name", name},          {"status", status},           {"fault", or_null(fault)},
           {"step", or_null(step)}, {"steps", or_null(steps)},    {"parameters", or_null(parameters)},
           {"code", or_null(code)}, {"seconds", or_null(seconds)}};
  const Tree& options = configuration.empty() ? settings : configuration;
  for (const auto& [key, value] : options.items()) row[key] = normal_value(value);
  for (const auto& [metric, value] : finals.items()) row[std::string(final_prefix) + metric] = value;
  return row;
}

bool is_option(std::string_view column) {
  constexpr std::string_view others[] = {"id",         "name",    "status", "fault",      "step",          "steps",
                                         "parameters", "seconds", "code",   row_checksum, metrics_checksum};
  return std::ranges::find(others, column) == std::end(others) && !column.starts_with(final_prefix);
}

}  // namespace sextant::results
