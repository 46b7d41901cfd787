#include "sextant/lab/experiment/phases.h"

#include "sextant/core/error.h"
#include "sextant/lab/sweep/phase_rules.h"

namespace sextant::lab {

void Phases::visit(OptionVisitor& option) {
  option("rules", rules, "phase names with their conditions; the first match wins");
  option("cases", cases, "cells of the phase diagram: names, or patterns with *");
  option("adaptive", adaptive, "adaptive sampling: only runs near phase boundaries instead of the full grid");
  option("budget", budget, "adaptive: maximum fraction of the grid");
}

Phases read_phases(const Tree& of_study, const Tree& of_scale, const std::string& place) {
  Phases phases;
  Tree keys = of_study;
  keys.update(of_scale);
  if (keys.empty()) return phases;
  read_options(keys, place, {&phases});
  require(phases.asked(), "{}: rules are missing, as in rules = [\"fails: final.train.accuracy<0.9\"]", place);
  PhaseRules::from_rules(phases.rules);  // refuses what is no rule
  require(phases.budget > 0 && phases.budget <= 1,
          "{}.budget: expected a share of the grid, above 0 and at most 1, not {}", place, phases.budget);
  return phases;
}

}  // namespace sextant::lab
