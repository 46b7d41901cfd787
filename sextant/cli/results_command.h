// `sextant results`: what was asked for.
#pragma once

#include <string>
#include <vector>

#include "sextant/math/statistics/bootstrap.h"

namespace sextant::cli {

struct ResultsRequest {
  std::string sweep;
  std::string where;
  std::vector<std::string> metrics;  // empty: all
  std::vector<std::string> keys;     // to group by, where `grouped`
  bool grouped = false;
  std::string compare;
  bool csv = false;
  bool json = false;
  bool all_columns = false;
  BootstrapOptions bootstrap;
};

int results_command(const ResultsRequest& request);

}  // namespace sextant::cli
