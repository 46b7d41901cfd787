#include "sextant/results/metrics_row.h"

namespace sextant::results {

std::optional<double> MetricsRow::find(std::string_view column) const {
  for (const auto& [name, member] : metrics_columns)
    if (column == name) return this->*member;
  for (const auto& [name, value] : readings)
    if (column == name) return value;
  return std::nullopt;
}

Scalars scalars_of(const MetricsRow& row) {
  Scalars scalars = row.readings;
  for (const auto& [column, member] : metrics_columns) {
    const std::string name = column;
    const bool of_split = name == "loss" || name == "accuracy";
    if (const auto value = row.*member) scalars.emplace_back(of_split ? row.split + "/" + name : name, *value);
  }
  return scalars;
}

}  // namespace sextant::results
