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
  std::vector<double> sigmas = {0.05, 0.2, 0.5};
  Index seeds = 3;
  Index steps = 0;
  Index shuffles = 999;
  Index shifts = 199;
  std::vector<std::string> assignments = {};

  void visit(OptionVisitor& option) override;
  SeriesRequest series() const;
};

}  // namespace sextant::lab
