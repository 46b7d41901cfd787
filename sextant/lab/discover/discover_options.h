// What `discover` is asked.
#pragma once

#include "sextant/data/series/series.h"
#include "sextant/lab/sweep/sweep.h"

namespace sextant::lab {

struct DiscoverOptions : ManyRunsOptions {
  std::string data = {};
  std::string labels = {};
  std::string coordinates = {};
  std::string time = SeriesRequest().time;
  std::string distances = {};
  std::string couplings = {};
  std::vector<Index> lags = {};
  std::string fill = SeriesRequest().fill;
  bool drop_constant = SeriesRequest().drop_constant;
  bool difference = false;  // found out from the series: they wander like random walks
  bool quick = false;
  bool controls = false;
  std::vector<double> sigmas = {0.1, 0.3};
  Index seeds = 3;
  Index steps = 0;
  Index shuffles = 999;
  Index shifts = 199;
  std::vector<std::string> assignments = {};

  void visit(OptionVisitor& option) override;
  SeriesRequest series() const;
  /// What `quick` makes smaller, unless it was asked for in particular.
  void apply_quick();
};

}  // namespace sextant::lab
