// What a `sextant verify ...` found: one row per check, held or not.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace sextant::lab {

struct VerificationRow {
  std::string check;
  std::string found;
  bool held = false;
};

struct Verification {
  std::vector<VerificationRow> rows;
  bool held() const {
    return std::ranges::all_of(rows, [](const VerificationRow& row) { return row.held; });
  }
};

/// Called with each row as soon as it is known.
using VerificationWatcher = std::function<void(const VerificationRow&)>;

}  // namespace sextant::lab
