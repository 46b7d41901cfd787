// The lazy/rich meter as the laboratory sees it; train/richness_meter.h says what is read.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::train {

struct Reading {
  std::string name;
  double value = 0;
};

class Meter {
 public:
  virtual ~Meter() = default;
  /// Of the weights as they are; the same names in the same order each time.
  virtual std::vector<Reading> read() = 0;
  /// What read() gave, or would have given, at the start.
  virtual const std::vector<Reading>& at_start() const = 0;
  /// Passes forward and backward of one sample that a reading takes.
  virtual Index passes() const = 0;
};

}  // namespace sextant::train
