#include "sextant/lab/experiment/phases.h"

#include "sextant/core/error.h"
#include "sextant/lab/sweep/phase_rules.h"

namespace sextant::lab {

void Phases::visit(OptionVisitor& option) {
  option("rules", rules, "names of phases and when a run is in one; the first that fits counts");
  option("cases", cases, "the cells of the diagram: names, or patterns with *");
  option("adaptive", adaptive, "make only the runs that tell where phases meet, not the whole grid");
  option("budget", budget, "adaptive: at most this share of the grid");
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
