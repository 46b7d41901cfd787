// A discovery in a few lines: the short table of the terminal and of the page.
#pragma once

#include <string>
#include <vector>

#include "sextant/lab/discover/discovery.h"

namespace sextant::lab {

struct Fact {
  std::string what, text;
};

/// Prediction, labels, neighbours, modules, seeds, training: a line each.
std::vector<Fact> list_facts(const Discovery& discovery);

}  // namespace sextant::lab
