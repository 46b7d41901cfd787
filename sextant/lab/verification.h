// What a `sextant verify ...` found: one row per check, held or not.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sextant/core/events.h"
#include "sextant/core/stop_scope.h"

namespace sextant::lab {

struct VerificationRow {
  std::string check;
  std::string found;
  bool held = false;
};

struct Verification {
  std::vector<VerificationRow> rows = {};
  bool stopped = false;  // before the last check
  bool held() const {
    return std::ranges::all_of(rows, [](const VerificationRow& row) { return row.held; });
  }
};

/// Rows as they become known: each is a finding, and where the caller wants to stop, the next one is not begun.
class VerificationNotes {
 public:
  VerificationNotes(Events& events, std::stop_token stop) : events_(events), stop_(std::move(stop)) {}

  /// False, and noted, where no further check is to begin.
  bool goes_on() {
    result_.stopped = result_.stopped || stop_.stop_requested();
    return !result_.stopped;
  }
  void note(const VerificationRow& row) {
    result_.rows.push_back(row);
    events_.on_finding({row.check, row.found, row.held});
  }
  /// Runs `checks`, and notes where they were stopped amid one.
  template <class Checks>
  void run(const Checks& checks) {
    const StopScope scope(stop_);
    try {
      checks();
    } catch (const Stopped&) {
      result_.stopped = true;
    }
  }
  const Verification& result() const { return result_; }

 private:
  Events& events_;
  std::stop_token stop_;
  Verification result_;
};

}  // namespace sextant::lab
