// Jobs for a sweep that looks for boundaries: rounds of runs that the phase diagrams propose, each round after the
// last has ended. Rounds and not single runs, so that which runs are made does not depend on who was faster; asked for
// again, a sweep proposes the same runs and finds them on the disk.
#pragma once

#include <deque>
#include <map>

#include "sextant/lab/sweep/boundary.h"
#include "sextant/lab/sweep/phase_rules.h"
#include "sextant/lab/sweep/scheduler.h"

namespace sextant::lab {

/// One diagram: the first two swept keys with numbers are its axes; there is one for every choice of the others.
struct AdaptiveDiagram {
  Settings facet;  // the other swept keys, the seed apart
  Boundary boundary;
  std::vector<std::vector<SweepJob>> jobs;  // by cell, then by seed
};

class AdaptiveSource final : public JobSource {
 public:
  /// jobs: of the full grid.
  AdaptiveSource(const std::vector<SweepJob>& jobs, const std::vector<std::string>& swept_keys, PhaseRules rules,
                 const BoundaryOptions& options, std::string runs_directory);

  std::optional<SweepJob> next() override;
  void on_end(const SweepJob& job, const RunOutcome& outcome) override;
  Index left() const override;

  /// Counts every run that is on the disk, asked for or not: the boundary that the full grid shows.
  void observe_finished();
  /// At most this many runs will be asked for.
  Index budget_runs() const;
  const std::vector<AdaptiveDiagram>& diagrams() const { return diagrams_; }
  /// boundary.json: what was sought, and every diagram.
  Tree describe() const;

 private:
  struct Whereabouts {
    std::size_t diagram;
    Proposal run;
  };

  void propose_round();
  void observe(const Whereabouts& at, const SweepJob& job);

  PhaseRules rules_;
  std::string runs_directory_;
  std::vector<AdaptiveDiagram> diagrams_;
  std::deque<SweepJob> waiting_;                  // of this round, not handed out yet
  std::map<std::string, Whereabouts> under_way_;  // of this round, not ended yet, by name
  bool finished_ = false;
};

}  // namespace sextant::lab
