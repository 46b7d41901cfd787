// A run that broke on its way, as opposed to a request that was wrong from the start (core::Error).
#pragma once

#include <stdexcept>

#include "sextant/core/namespaces.h"

namespace sextant::lab {

class BrokenRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant::lab
