// The section [phases] of an experiment: cases that are the cells of a phase diagram. Of these only the runs that tell
// where phases meet are made (docs/boundaries.md); all other cases are made in full.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/options.h"

namespace sextant::lab {

struct Phases final : Options {
  std::vector<std::string> rules;          // none: the study has no phases
  std::vector<std::string> cases = {"*"};  // of the diagram
  bool adaptive = true;
  double budget = 1.0 / 3;

  bool asked() const { return !rules.empty(); }
  void visit(OptionVisitor& option) override;
};

/// What a scale says comes in the place of what the study says.
Phases read_phases(const Tree& of_study, const Tree& of_scale, const std::string& place);

}  // namespace sextant::lab
