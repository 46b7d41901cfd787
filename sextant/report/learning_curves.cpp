// Loss and accuracy along training.
#include <fmt/core.h>

#include <algorithm>

#include "sextant/report/curves.h"

namespace sextant::report {
namespace {

std::vector<std::string> splits_of(const Grouping& grouping) {
  std::vector<std::string> splits;
  for (const auto& group : grouping.groups)
    for (const auto* run : group.runs)
      for (const auto& line : run->metrics)
        if (std::ranges::find(splits, line.split) == splits.end()) splits.push_back(line.split);
  std::ranges::sort(splits);
  return splits;
}

}  // namespace

std::vector<Tree> make_learning_curves(const Grouping& grouping) {
  Tree all = Tree::array();
  bool has_band = false;
  for (const char* metric : {"loss", "accuracy"})
    for (const auto& split : splits_of(grouping)) has_band |= add_curves(grouping, metric, split, metric, all);
  if (all.empty()) return {};
  return {make_panel("learning_curves", "learning_curves", "Learning curves",
                     fmt::format("Loss (log scale) and accuracy during training.{} Dotted lines are training "
                                 "batches, solid lines full evaluation splits.",
                                 has_band ? about_bands : ""),
                     Tree{{"series", std::move(all)}})};
}

}  // namespace sextant::report
