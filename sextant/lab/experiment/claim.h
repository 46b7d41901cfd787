// A sentence of a paper that runs can hold or fail: what is measured, and what is demanded of it.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"
#include "sextant/lab/experiment/bound.h"
#include "sextant/results/results_where.h"

namespace sextant::lab {

struct Claim {
  std::string sentence;
  Tree paper;                        // the paper's value: a number or a short text; null where it gives none
  std::string measure;               // mean, least, greatest, ... of measure_names() (measures.h)
  std::string metric;                // final.gen.accuracy, attention_agreement.cosine, "A - B" of one run, ...
  std::vector<std::string> cases;    // names, or patterns with *
  std::vector<std::string> against;  // difference, above and the measures of groups: the other cases
  std::string over;  // trend: a setting that the cases differ in; measures of groups: one that a group has in common
  std::string chosen_by;     // best: the metric that is largest in the case taken; empty: `metric` itself
  std::string with;          // correlation, average_correlation: the other metric
  bool by_runs = false;      // correlation: over single runs instead of the means of cases
  bool paired = false;       // difference, above: seed by seed
  bool by_interval = false;  // decided only where the whole interval is on one side of the bound
  Bound bound;
  std::vector<Condition> needs;  // of the mean in every case that is used; where one fails nothing is decided.
                                 // best: of every run, and one that fails is not chosen
  Index least_seeds = 3;
  std::vector<double> range;        // of the metric of a run: the least and the greatest; empty: unknown
  std::string figure;               // the id of a figure; may be empty
  bool control = false;             // ours, not the paper's
  std::vector<std::string> scales;  // where it can be judged; empty: at every scale

  /// Cases are compared within groups that have the setting `over` in common.
  bool by_groups() const;
  bool belongs_to(const std::string& scale) const;

  /// What is measured, in words: "mean of final.gen.accuracy in learn-0.2".
  std::string description() const;
};

/// `place` is where it stands in the file, for errors.
Claim read_claim(const Tree& tree, const std::string& place);

}  // namespace sextant::lab
