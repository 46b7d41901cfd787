// Runs that differ by their seed alone are one group; the settings that differ between groups are the axes.
#pragma once

#include <string>
#include <vector>

#include "sextant/results/run_record.h"

namespace sextant::report {

struct Group {
  std::vector<Tree> values;        // one per axis, in normal form (results/option_value.h); null where it is not set
  std::vector<std::size_t> ranks;  // of these values along their axes: the order in which figures show them
  std::vector<const RunRecord*> runs;
};

struct Grouping {
  std::vector<std::string> axes;
  std::vector<Group> groups;  // numbers in ascending order, texts in the order of their first run

  /// "position.kind=rotary model.depth=2", of the axes named by their places; what a group does not set is left out.
  std::string label(const Group& group, const std::vector<std::size_t>& places) const;
  /// For a figure about one run of a group: ", model.depth=2, seed 1"; nothing where there is but one group.
  std::string suffix(const Group& group) const;
  /// The values of an axis, each once, in the order of the groups; without null.
  std::vector<Tree> values(std::size_t axis) const;
  bool is_numeric(std::size_t axis) const;
  /// Ordered by these axes alone, in the order of their values: legends and facets.
  std::vector<const Group*> ordered_by(const std::vector<std::size_t>& places) const;
};

/// `swept` names the axes; where it is empty they are found: the keys that differ, without those that follow from
/// others (the options of a kind differ wherever the kind does). The runs must outlive the grouping.
Grouping group_by_settings(const std::vector<RunRecord>& runs, const std::vector<std::string>& swept);

/// The keys whose value is not the same in all runs.
std::vector<std::string> differing_keys(const std::vector<RunRecord>& runs);

}  // namespace sextant::report
