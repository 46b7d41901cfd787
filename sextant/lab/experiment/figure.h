// A figure of an experiment: what its file asks to be drawn from the results of its cases.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

struct Figure final : Options {
  std::string id;    // of its panel
  std::string kind;  // one of figure_kind_names()
  std::string title;
  std::string caption;
  std::vector<std::string> cases;    // names, or patterns with *
  std::vector<std::string> metrics;  // what is drawn
  std::vector<std::string> labels;   // of the metrics, one each; empty: their own names
  std::string over;                  // by_setting: the setting along x
  std::string along;                 // scatter: the metric along x; rows: the column
  std::string x_label, y_label;
  std::vector<std::string> level;  // by_setting: cases without the setting, drawn as level lines
  std::string analysis;            // panel, rows: whose
  std::string name;                // panel: of its panel; rows: of its table
  bool logarithmic = false;        // by_setting, scatter: along x

  void visit(OptionVisitor& option) override;
};

const std::vector<std::string>& figure_kind_names();

Figure read_figure(const Tree& tree, const std::string& place);

}  // namespace sextant::lab
