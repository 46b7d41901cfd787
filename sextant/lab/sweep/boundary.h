// An adaptive phase diagram: says which runs to make next so that the boundary between phases becomes known with few
// of them, and describes the boundary with its confidence band. It runs nothing itself. What it proposes is a function
// of what was observed and of nothing else.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sextant/core/options.h"
#include "sextant/lab/sweep/boundary_band.h"

namespace sextant::lab {

struct BoundaryOptions {
  double budget = 1.0 / 3;               // at most this share of the full grid's runs
  double confidence = 0.95;              // of the band
  std::uint64_t seed = 1;                // of the first, spread cells
  std::vector<std::string> labels = {};  // in order of importance; with two labels the first one's boundary is sought
};

struct Proposal {
  Index cell = 0;
  Index seed = 0;  // 0 is the first seed of the sweep
  auto operator<=>(const Proposal&) const = default;
};

/// What is known of the region of one label.
struct LabelRegion {
  std::string label;
  LabelModel model;
  std::vector<std::vector<std::vector<Band>>> bands;  // by axis along which they lie, then by line

  /// Whether the label's majority begins or ends anywhere within the grid.
  bool has_crossing() const;
};

class Boundary {
 public:
  Boundary(DiagramShape shape, BoundaryOptions options);

  /// An empty label says: this run broke and tells nothing; it is not proposed again.
  void observe(Index cell, Index seed, const std::string& label);
  /// At most `count` runs that are neither observed nor proposed already; fewer where the budget ends, none where the
  /// boundary is settled.
  std::vector<Proposal> propose(Index count);

  /// Everywhere the band is narrower than one cell, along the axis that crosses it more squarely.
  bool settled() const;
  Index budget_runs() const;
  Index observed_runs() const { return static_cast<Index>(observed_.size()); }
  const DiagramShape& shape() const { return shape_; }
  /// One region per label; only the first label's where there are two, because the other's is the rest.
  const std::vector<LabelRegion>& regions() const;
  /// axes, runs, settled, labels, cells, boundaries: what boundary.json holds for one diagram.
  Tree describe() const;

 private:
  std::vector<std::string> seen_labels() const;
  std::vector<LabelCounts> count_label(const std::string& label) const;
  std::optional<Index> next_seed(Index cell) const;
  Tree describe_cells() const;

  DiagramShape shape_;
  BoundaryOptions options_;
  std::vector<Index> first_cells_;
  std::map<Proposal, std::string> observed_;
  std::set<Proposal> pending_;
  mutable std::optional<std::vector<LabelRegion>> regions_;  // made when asked for
};

}  // namespace sextant::lab
