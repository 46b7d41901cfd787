// How modules of positions are seen: similarities sorted by module, and a map with modules as colours.
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/panel.h"
#include "sextant/math/graph/position_modules.h"

namespace sextant::analysis {

/// The modules of one encoding.
struct TableModules {
  std::string name;
  Table points;  // (count, 2) in the plane
  PositionModules modules;
};

/// `names` are the modules of the tokens.
Panel draw_module_matrices(const std::vector<std::string>& names, const std::vector<TableModules>& found);
Panel draw_module_maps(const std::vector<std::string>& names, const std::vector<std::string>& labels,
                       const std::vector<TableModules>& found);

}  // namespace sextant::analysis
