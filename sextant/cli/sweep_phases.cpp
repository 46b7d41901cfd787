// One table per diagram and label: for each value of the first axis, where along the second the label's majority begins
// or ends, with its band. With one axis the table is one line.
#include "sextant/cli/sweep_phases.h"

#include <cstdio>

#include "sextant/core/error.h"
#include "sextant/core/files.h"

namespace sextant::cli {
namespace {

std::string describe(const Band& band, const DiagramAxis& axis) {
  std::string text;
  for (const double crossing : band.crossings) text += fmt::format("{:.4g} ", axis.value_at(crossing));
  if (band.crossings.empty()) text = "none observed ";
  return text + fmt::format("[{}{:.4g}, {}{:.4g}]", band.lower_open ? "<= " : "", axis.value_at(band.lower),
                            band.upper_open ? ">= " : "", axis.value_at(band.upper));
}

void print_region(const LabelRegion& region, const DiagramShape& shape) {
  if (!region.has_crossing()) {
    fmt::print("  {}: no boundary within the grid\n", region.label);
    return;
  }
  const DiagramAxis& along = shape.axes.back();
  const bool lone = shape.axes.size() == 1;
  fmt::print("  {}: {}{} at its boundary [95 % band]\n", region.label, lone ? "" : shape.axes[0].key + "  ", along.key);
  for (std::size_t line = 0; line < region.bands.back().size(); ++line) {
    std::string text;
    for (const Band& band : region.bands.back()[line]) text += "  " + describe(band, along);
    fmt::print("    {:<12}{}\n", lone ? "" : fmt::format("{:.4g}", shape.axes[0].values[line]),
               text.empty() ? "  -" : text);
  }
}

void print_boundaries(const AdaptiveSource& source) {
  for (const auto& [facet, boundary, jobs] : source.diagrams()) {
    fmt::print("boundary{}: {} of the grid's {} runs, {}\n", facet.empty() ? "" : " of " + describe_settings(facet),
               boundary.observed_runs(), boundary.shape().full_runs(),
               boundary.settled() ? "known to within a cell" : "not yet known to within a cell everywhere");
    for (const auto& region : boundary.regions()) print_region(region, boundary.shape());
  }
}

bool asks_for_phases(const SweepRequest& request) { return !request.level.empty() || !request.phases.empty(); }

PhaseRules read_phases(const SweepRequest& request) {
  require(request.level.empty() != request.phases.empty(),
          "phases: define them by either --level KEY=NUMBER or one or more --phase \"NAME: CONDITION\"");
  return request.phases.empty() ? PhaseRules::from_level(request.level) : PhaseRules::from_rules(request.phases);
}

}  // namespace

void check_phases(const SweepRequest& request) {
  if (request.adaptive || asks_for_phases(request)) read_phases(request);
  const bool whole = request.part.empty() && !request.shuffle;
  require(!request.adaptive || whole, "--adaptive chooses the runs itself; drop --part and --shuffle");
  require(request.part.empty() || !asks_for_phases(request), "--level and --phase need the whole grid; drop --part");
}

std::optional<AdaptiveSource> make_diagrams(const SweepRequest& request, const Grid& grid,
                                            const std::vector<SweepJob>& jobs, const std::string& runs_directory) {
  if (!asks_for_phases(request)) return std::nullopt;
  const double budget = request.adaptive ? request.budget : 1;
  return AdaptiveSource(jobs, grid.swept_keys(), read_phases(request), {.budget = budget}, runs_directory);
}

void report_boundaries(const AdaptiveSource& source, const std::string& directory) {
  const std::string path = directory + "/boundary.json";
  write_file_atomically(path, source.describe().dump(2) + "\n");
  print_boundaries(source);
  fmt::print("written {}\n", path);
  std::fflush(stdout);
}

}  // namespace sextant::cli
