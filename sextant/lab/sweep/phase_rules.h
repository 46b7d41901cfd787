// Which phase a finished run is in: the level of a metric (--level final.test.accuracy=0.9) or rules of which the first
// that holds gives the name (--phase "fails: final.train.accuracy<0.9"). Keys are columns of the store.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/results/results_where.h"

namespace sextant::lab {

/// NAME: CONDITION [and CONDITION ...]
struct PhaseRule {
  std::string name;
  std::vector<Condition> conditions;
};

PhaseRule parse_phase_rule(std::string_view text);

class PhaseRules {
 public:
  /// "KEY=VALUE": `above` where the metric is at least VALUE, `below` elsewhere.
  static PhaseRules from_level(std::string_view text);
  /// At least one rule, each with its own name. A run that no rule fits is `other`.
  static PhaseRules from_rules(const std::vector<std::string>& texts);

  /// The phase of a run with this row of the store (column -> value). A run that diverged is `diverged` unless a rule
  /// that asks for its status fits it; a run that failed has no phase (""). An Error where a run that is done lacks a
  /// key that a rule asks for.
  std::string label(const Tree& row) const;
  /// All names, in the order of the rules, then the one for all the rest.
  std::vector<std::string> labels() const;
  /// For people: "final.test.accuracy >= 0.9".
  const std::string& description() const { return description_; }

 private:
  std::vector<PhaseRule> rules_;
  std::string otherwise_;
  std::string description_;
};

}  // namespace sextant::lab
