// A stress report as files: numbers for programs, panels for the page.
#pragma once

#include <string>
#include <vector>

#include "sextant/analysis/panel.h"
#include "sextant/core/tree.h"
#include "sextant/lab/stress/stress_report.h"

namespace sextant::lab {

/// Every number in full.
Tree stress_json(const StressReport& report);
/// One line per encoding.
std::string stress_csv(const StressReport& report);

/// What is seen of the target alone: its spectrum and the stress by rank.
std::vector<Panel> target_panels(const TargetMeasures& target, const std::vector<RankPoint>& curve);
std::vector<Panel> stress_panels(const StressReport& report);

/// DIRECTORY/panels/NAME.json.
void write_panels(const std::string& directory, const std::vector<Panel>& panels);

/// The curve with a line per rank, and the numbers that a table of that rank needs for so many columns: r (n + width).
std::string curve_csv(const std::vector<RankPoint>& curve, Index positions, Index width);

}  // namespace sextant::lab
