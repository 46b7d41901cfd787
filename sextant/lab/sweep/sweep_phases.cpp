// One table per diagram and label: for each value of the first axis, where along the second the label's majority begins
// or ends, with its band. With one axis the table is one line.
#include "sextant/lab/sweep/sweep_phases.h"

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

std::string band_text(const Band& band, const DiagramAxis& axis) {
  std::string text;
  for (const double crossing : band.crossings) text += fmt::format("{:.4g} ", axis.value_at(crossing));
  if (band.crossings.empty()) text = "none observed ";
  return text + fmt::format("[{}{:.4g}, {}{:.4g}]", band.lower_open ? "<= " : "", axis.value_at(band.lower),
                            band.upper_open ? ">= " : "", axis.value_at(band.upper));
}

std::string region_text(const LabelRegion& region, const DiagramShape& shape) {
  if (!region.has_crossing()) return fmt::format("  {}: no boundary within the grid\n", region.label);
  const DiagramAxis& along = shape.axes.back();
  const bool lone = shape.axes.size() == 1;
  std::string text = fmt::format("  {}: {}{} at its boundary [95 % band]\n", region.label,
                                 lone ? "" : shape.axes[0].key + "  ", along.key);
  for (std::size_t line = 0; line < region.bands.back().size(); ++line) {
    std::string bands;
    for (const Band& band : region.bands.back()[line]) bands += "  " + band_text(band, along);
    text += fmt::format("    {:<12}{}\n", lone ? "" : fmt::format("{:.4g}", shape.axes[0].values[line]),
                        bands.empty() ? "  -" : bands);
  }
  return text;
}

std::string diagram_text(const AdaptiveDiagram& diagram) {
  const auto& [facet, boundary, jobs] = diagram;
  std::string text =
      fmt::format("boundary{}: {} of the grid's {} runs, {}\n", facet.empty() ? "" : " of " + describe_settings(facet),
                  boundary.observed_runs(), boundary.shape().full_runs(),
                  boundary.settled() ? "known to within a cell" : "not yet known to within a cell everywhere");
  for (const auto& region : boundary.regions()) text += region_text(region, boundary.shape());
  return text;
}

bool asks_for_phases(const SweepOptions& options) { return !options.level.empty() || !options.phases.empty(); }

PhaseRules read_rules(const SweepOptions& options) {
  require(options.level.empty() != options.phases.empty(),
          "phases: define them by either --level KEY=NUMBER or one or more --phase \"NAME: CONDITION\"");
  return options.phases.empty() ? PhaseRules::from_level(options.level) : PhaseRules::from_rules(options.phases);
}

}  // namespace

void check_phases(const SweepOptions& options) {
  if (options.adaptive || asks_for_phases(options)) read_rules(options);
  const bool whole = options.part.empty() && !options.shuffle;
  require(!options.adaptive || whole, "--adaptive chooses the runs itself; drop --part and --shuffle");
  require(options.part.empty() || !asks_for_phases(options), "--level and --phase need the whole grid; drop --part");
}

std::optional<AdaptiveSource> make_diagrams(const SweepOptions& options, const Grid& grid,
                                            const std::vector<SweepJob>& jobs, const std::string& runs_directory) {
  if (!asks_for_phases(options)) return std::nullopt;
  const double budget = options.adaptive ? options.budget : 1;
  return AdaptiveSource(jobs, grid.swept_keys(), read_rules(options), {.budget = budget}, runs_directory);
}

void report_boundaries(const AdaptiveSource& source, SweepResult& result, Events& events) {
  result.diagrams = source.diagrams();
  result.boundary_file = result.directory + "/boundary.json";
  write_file_atomically(result.boundary_file, write_checked_json(source.describe()));
  for (const auto& diagram : result.diagrams) events.on_finding({"", diagram_text(diagram)});
  events.on_finding({"written", result.boundary_file});
}

}  // namespace sextant::lab
