// The audit before step 0: what was drawn for every tensor beside the law that was declared.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/init/law.h"

namespace sextant::init {

/// One row of the audit before step 0.
struct AuditRow {
  std::string name;
  std::string role;
  Index rows = 0;
  Index columns = 0;
  Index fan_in = 0;
  Law law;
  double mean = 0;
  double deviation = 0;
  double norm = 0;
  std::string fault;  // empty: as declared
};

/// As a table for people and as CSV.
std::string audit_text(const std::vector<AuditRow>& rows);
std::string audit_csv(const std::vector<AuditRow>& rows);

/// Throws an Error that names the first fault, if there is one.
void require_audit(const std::vector<AuditRow>& rows);

}  // namespace sextant::init
