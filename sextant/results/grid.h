// What a sweep asks for: a base configuration, the axes whose product is the grid, and cases, each a grid of its own
// beside the others. In TOML:
//   [sweep]
//   seed = "1:15"
//   "init.gamma" = "0.3:1.0:0.1"
//   "model.depth" = [2, 3, 4]
//   [[sweep.cases]]                    optional: the axes above are joined with those of each case
//   "position.kind" = "learned"
//   "position.sigma" = [0.1, 0.5, 2.0]
//   [[sweep.cases]]
//   "position.kind" = "rotary"
#pragma once

#include "sextant/results/axis.h"
#include "sextant/results/job.h"

namespace sextant::results {

struct Grid {
  Tree base = Tree::object();            // without the section [sweep]
  std::vector<Axis> axes;                // of all cases
  std::vector<std::vector<Axis>> cases;  // empty: one case without axes of its own

  /// Takes [sweep] out of a configuration, then what was typed: key=value with one value changes the base, with
  /// several it is an axis, in the place of one of the same key.
  Grid(Tree configuration, const std::vector<std::string>& assignments);

  /// Keys that take more than one value, or differ between cases, in the order given.
  std::vector<std::string> swept_keys() const;
  /// Every cell once; the last axis runs fastest.
  std::vector<Settings> cells() const;
  /// The request as a configuration with a [sweep] section, which reads back as the same grid.
  Tree write() const;
};

}  // namespace sextant::results
