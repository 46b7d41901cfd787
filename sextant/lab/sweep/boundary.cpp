// Models are made anew when something was observed; everything else is bookkeeping.
#include "sextant/lab/sweep/boundary.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/lab/sweep/boundary_proposal.h"

namespace sextant::lab {
namespace {

/// Enough to see a trend along both axes, little beside the budget.
Index first_count(Index cells, Index budget) { return std::min(std::max<Index>(5, cells / 10), (budget + 1) / 2); }

/// Whether the band around a cell is wider than one cell along every axis that has more than one value.
bool is_wide(const LabelRegion& region, const DiagramShape& shape, Index cell) {
  const auto place = shape.place_of(cell);
  for (std::size_t axis = 0; axis < shape.axes.size(); ++axis) {
    if (shape.axes[axis].size() == 1) continue;
    const Index line = shape.axes.size() == 2 ? place[1 - axis] : 0;
    const auto along = static_cast<double>(place[axis]);
    const auto& bands = region.bands[axis][static_cast<std::size_t>(line)];
    const auto band = std::ranges::find_if(bands, [&](const Band& b) { return b.covers(along); });
    if (band == bands.end() || band->width() <= 1) return false;
  }
  return true;
}

}  // namespace

bool LabelRegion::has_crossing() const {
  for (const auto& lines : bands)
    for (const auto& line : lines)
      if (std::ranges::any_of(line, [](const Band& band) { return !band.crossings.empty(); })) return true;
  return false;
}

Boundary::Boundary(DiagramShape shape, BoundaryOptions options)
    : shape_(std::move(shape)), options_(std::move(options)) {
  shape_.check();
  require(options_.budget > 0 && options_.budget <= 1, "adaptive: the budget must be in (0, 1], given {}",
          options_.budget);
  require(options_.confidence > 0 && options_.confidence < 1, "adaptive: the confidence must be in (0, 1), given {}",
          options_.confidence);
  first_cells_ = spread_cells(shape_, first_count(shape_.cells(), budget_runs()), options_.seed);
}

Index Boundary::budget_runs() const {
  // Never above the share, but at least one; the margin keeps 1/3 of 600 at 200.
  return std::max<Index>(1, static_cast<Index>(options_.budget * static_cast<double>(shape_.full_runs()) + 1e-9));
}

void Boundary::observe(Index cell, Index seed, const std::string& label) {
  require(cell >= 0 && cell < shape_.cells(), "adaptive: cell {} of {}", cell, shape_.cells());
  require(seed >= 0 && seed < shape_.seeds, "adaptive: seed {} of {}", seed, shape_.seeds);
  pending_.erase({cell, seed});
  observed_[{cell, seed}] = label;
  regions_.reset();
}

std::vector<std::string> Boundary::seen_labels() const {
  std::set<std::string> seen;
  for (const auto& [where, label] : observed_)
    if (!label.empty()) seen.insert(label);
  std::vector<std::string> result;
  for (const auto& label : options_.labels)
    if (seen.erase(label)) result.push_back(label);
  result.insert(result.end(), seen.begin(), seen.end());
  return result;
}

std::vector<LabelCounts> Boundary::count_label(const std::string& wanted) const {
  std::vector<LabelCounts> counts(static_cast<std::size_t>(shape_.cells()));
  for (const auto& [where, label] : observed_) {
    auto& count = counts[static_cast<std::size_t>(where.cell)];
    if (!label.empty()) ++(label == wanted ? count.positive : count.negative);
  }
  return counts;
}

const std::vector<LabelRegion>& Boundary::regions() const {
  if (regions_) return *regions_;
  auto labels = seen_labels();
  if (labels.size() == 2) labels.pop_back();
  regions_.emplace();
  for (const auto& label : labels) {
    LabelRegion region{label, LabelModel(shape_, count_label(label)), {}};
    for (std::size_t axis = 0; axis < shape_.axes.size(); ++axis)
      region.bands.push_back(find_bands(region.model, shape_, static_cast<Index>(axis), options_.confidence));
    regions_->push_back(std::move(region));
  }
  return *regions_;
}

std::optional<Index> Boundary::next_seed(Index cell) const {
  for (Index seed = 0; seed < shape_.seeds; ++seed)
    if (!observed_.contains({cell, seed}) && !pending_.contains({cell, seed})) return seed;
  return std::nullopt;
}

bool Boundary::settled() const {
  for (const Index cell : first_cells_)
    if (!observed_.contains({cell, 0})) return false;
  if (regions().empty()) return false;
  for (const auto& region : regions())
    for (Index cell = 0; cell < shape_.cells(); ++cell)
      if (is_wide(region, shape_, cell)) return false;
  return true;
}

std::vector<Proposal> Boundary::propose(Index count) {
  std::vector<Proposal> proposals;
  const auto used = static_cast<Index>(observed_.size() + pending_.size());
  count = std::min(count, budget_runs() - used);
  const auto take = [&](Proposal proposal) {
    pending_.insert(proposal);
    proposals.push_back(proposal);
  };
  for (const Index cell : first_cells_)
    if (static_cast<Index>(proposals.size()) < count && next_seed(cell) == 0) take({cell, 0});
  // Nothing to learn from yet, or nothing left to learn.
  if (static_cast<Index>(proposals.size()) >= count || regions().empty() || settled()) return proposals;
  std::vector<LabelModel> models;
  for (const auto& region : regions()) models.push_back(region.model);
  DoubtForecast forecast(shape_, models);
  for (const auto& proposal : pending_) forecast.anticipate(proposal.cell);
  while (static_cast<Index>(proposals.size()) < count) {
    std::optional<Proposal> best;
    double least = 0;
    for (Index cell = 0; cell < shape_.cells(); ++cell) {
      const auto seed = next_seed(cell);
      if (!seed) continue;
      const double doubt = forecast.expected_doubt(cell);
      if (best && doubt >= least) continue;
      best = Proposal{cell, *seed};
      least = doubt;
    }
    if (!best) break;  // the grid is full
    take(*best);
    forecast.anticipate(best->cell);
  }
  return proposals;
}

}  // namespace sextant::lab
