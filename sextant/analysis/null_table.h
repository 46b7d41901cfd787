// Measures of some layers beside their null distribution: numbers NAME[LAYER], NAME_shuffled[LAYER] (mean over
// shuffles) and NAME_p[LAYER] (share of shuffles that measure as much), and a table of them.
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/findings.h"

namespace sextant::analysis {

class NullTable {
 public:
  void add(const std::string& measure, const std::string& layer, double value, const std::vector<double>& shuffled);
  /// The findings, with a panel of that name that shows all rows.
  Findings findings(const std::string& name, const std::string& title, const std::string& caption, Index order) const;

 private:
  std::vector<Findings::Number> numbers_;
  Tree rows_ = Tree::array();
};

}  // namespace sextant::analysis
