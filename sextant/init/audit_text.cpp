// The audit as a table for people and as CSV.
#include <algorithm>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/init/audit.h"

namespace sextant::init {
namespace {

std::string shape_of(const AuditRow& row) { return fmt::format("{} x {}", row.rows, row.columns); }

}  // namespace

std::string audit_text(const std::vector<AuditRow>& rows) {
  std::size_t name = 6, role = 4, shape = 5, law = 3;
  for (const AuditRow& row : rows) {
    name = std::max(name, row.name.size());
    role = std::max(role, row.role.size());
    shape = std::max(shape, shape_of(row).size());
    law = std::max(law, row.law.text().size());
  }
  const auto line = [&](const auto&... cells) {
    return fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>6}  {:<{}}  {:>12}  {:>12}  {:>12}  {}\n", cells...);
  };
  std::string text =
      line("tensor", name, "role", role, "shape", shape, "fan-in", "law", law, "mean", "deviation", "norm", "audit");
  for (const AuditRow& row : rows)
    text += line(row.name, name, row.role, role, shape_of(row), shape, row.fan_in, row.law.text(), law,
                 fmt::format("{:.5g}", row.mean), fmt::format("{:.5g}", row.deviation), fmt::format("{:.5g}", row.norm),
                 row.fault.empty() ? "as declared" : row.fault);
  return text;
}

std::string audit_csv(const std::vector<AuditRow>& rows) {
  std::string text = "name,role,rows,columns,fan_in,law,law_deviation,mean,deviation,norm,fault\n";
  for (const AuditRow& row : rows)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.name), row.role, row.rows, row.columns,
                        row.fan_in, csv_field(row.law.text()), row.law.deviation(), row.mean, row.deviation, row.norm,
                        csv_field(row.fault));
  return text;
}

void require_audit(const std::vector<AuditRow>& rows) {
  for (const AuditRow& row : rows)
    require(row.fault.empty(), "initialisation of {} ({}, {}), distribution {}: {}; --audit shows every tensor",
            row.name, row.rows, row.columns, row.law.text(), row.fault);
}

}  // namespace sextant::init
