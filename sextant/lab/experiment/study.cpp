// Which runs a study asks for.
#include "sextant/lab/experiment/study.h"

#include <algorithm>
#include <functional>

namespace sextant::lab {
namespace {

Grid make_grid(const Study& study, const std::function<bool(const Case&)>& wanted) {
  Grid grid(study.base, {});
  grid.axes = {study.seeds};
  for (const auto& one : study.cases) {
    if (!wanted(one)) continue;
    auto& axes = grid.cases.emplace_back();
    for (const auto& [key, value] : one.settings) axes.push_back({key, {value}});
  }
  return grid;
}

bool in_diagram(const Study& study, const Case& one) {
  return std::ranges::any_of(study.phases.cases, [&](const auto& pattern) { return fits_pattern(one.name, pattern); });
}

}  // namespace

Grid Study::grid() const {
  return make_grid(*this, [](const Case&) { return true; });
}

Grid Study::grid_of_diagram() const {
  return make_grid(*this, [this](const Case& one) { return in_diagram(*this, one); });
}

Grid Study::grid_beside_diagram() const {
  return make_grid(*this, [this](const Case& one) { return !in_diagram(*this, one); });
}

}  // namespace sextant::lab
