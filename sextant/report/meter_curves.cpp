// Curves of the lazy/rich meter during training.
#include <fmt/core.h>

#include <algorithm>

#include "sextant/report/curves.h"

namespace sextant::report {
namespace {

/// Names of the readings, in the order of their columns.
std::vector<std::string> readings_of(const Grouping& grouping) {
  std::vector<std::string> names;
  for (const auto& group : grouping.groups)
    for (const auto* run : group.runs)
      for (const auto& line : run->metrics)
        for (const auto& [name, value] : line.readings)
          if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace

std::vector<Tree> make_meter_curves(const Grouping& grouping) {
  Tree all = Tree::array();
  bool has_band = false;
  for (const auto& name : readings_of(grouping))
    has_band |= add_curves(grouping, name.substr(name.find('.') + 1), "meter", name, all);
  if (all.empty()) return {};
  return {make_panel("meter", "learning_curves", "Lazy or rich training",
                     fmt::format("How far training has moved the model: NTK drift since initialisation, kernel-target "
                                 "alignment, effective rank of the positions, and the relative weight change "
                                 "|w - w0| / |w0| by role (travel). Little change and drift is lazy training.{}",
                                 has_band ? about_bands : ""),
                     Tree{{"series", std::move(all)}})};
}

}  // namespace sextant::report
