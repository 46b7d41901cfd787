// What an analysis found: named numbers, labelled tables and panels to be seen. Knows no number type but double.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/analysis/panel.h"
#include "sextant/core/error.h"
#include "sextant/core/table.h"

namespace sextant::analysis {

struct LabelledTable {
  std::string name;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  Table table;
};

struct Findings {
  struct Number {
    std::string name;
    double value = 0;
  };
  std::vector<Number> numbers = {};
  std::vector<LabelledTable> tables = {};
  std::vector<Panel> panels = {};
  std::string left_out = {};  // not empty: why there was nothing to measure

  double number(std::string_view name) const {
    for (const auto& number : numbers)
      if (number.name == name) return number.value;
    fail("findings: no metric '{}'", name);
  }
};

}  // namespace sextant::analysis
