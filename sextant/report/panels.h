// The panels that the report makes itself, from runs (docs/page_data.md). Each maker gives the panels it has something
// to show for, perhaps none.
#pragma once

#include <string>
#include <vector>

#include "sextant/report/grouping.h"

namespace sextant::report {

/// Runs that are looked at together: those of one sweep, or all that stand alone.
struct RunSet {
  std::string name;
  std::vector<RunRecord> runs;
  std::vector<std::string> axes;  // as swept; empty: found from what differs
  Tree boundary;                  // boundary.json, or null
};

std::vector<Tree> make_learning_curves(const Grouping& grouping);
/// Curves of the lazy/rich meter during training, where runs had one.
std::vector<Tree> make_meter_curves(const Grouping& grouping);
std::vector<Tree> make_metric_by_setting(const Grouping& grouping);
/// `boundary` is null or boundary.json; where it cannot be read the diagrams go without, and that is a fault.
std::vector<Tree> make_phase_diagrams(const Grouping& grouping, const Tree& boundary, std::vector<Fault>& faults);
/// Animations of one run of each group, for the first few groups.
std::vector<Tree> make_position_animations(const Grouping& grouping, std::vector<Fault>& faults);
/// Of the first run that has both ends.
std::vector<Tree> make_weight_histograms(const Grouping& grouping, std::vector<Fault>& faults);

/// Lays the boundary over the data of a phase diagram, where boundary.json speaks of the same axes and of the same
/// `facet`: the settings that all cells share, {"position.kind": "rotary"}.
void add_boundary(Tree& data, const Tree& boundary, const Tree& facet);
/// Names the phase of every cell that `diagram`, one of boundary.json, knows, and adds those that were not run.
void add_estimated_cells(Tree& data, const Tree& diagram);

Tree make_panel(const std::string& id, const std::string& kind, const std::string& title, const std::string& caption,
                Tree data);

/// The final metrics that figures are about: accuracies on what was not trained on; where there are none, losses.
std::vector<std::string> chief_metrics(const Grouping& grouping);
/// "test.accuracy" as "test accuracy".
std::string metric_label(std::string metric);
/// The finite values of a final metric over the runs of a group.
std::vector<double> finals_of(const Group& group, const std::string& metric);

/// Whether a run did not fit what it was trained on: it diverged, broke, or the batches recorded in the last tenth of
/// its steps, ten at most, were below 90 % accuracy together (the threshold of Zhang et al.).
bool failed_to_fit(const RunRecord& run);

}  // namespace sextant::report
