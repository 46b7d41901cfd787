#include "sextant/analysis/panel.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace sextant::analysis {

Tree write_panel(const Panel& panel) {
  return {{"kind", panel.kind},
          {"title", panel.title},
          {"caption", panel.caption},
          {"order", panel.order},
          {"data", panel.data}};
}

Tree five_digits(double value) {
  if (!std::isfinite(value)) return {};
  if (value == 0) return 0;
  return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr);
}

Tree four_decimals(double value) {
  if (!std::isfinite(value)) return {};
  const double rounded = std::round(value * 1e4) / 1e4;
  if (rounded == std::round(rounded)) return static_cast<std::int64_t>(rounded);
  return rounded;
}

Tree write_rows(const Table& table, Tree (*number)(double)) {
  Tree rows = Tree::array();
  for (Index i = 0; i < table.rows; ++i) {
    Tree row = Tree::array();
    for (Index j = 0; j < table.columns; ++j) row.push_back(number(table(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace sextant::analysis
