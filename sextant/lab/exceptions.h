// How a function of the laboratory ends without a result, besides a request that was wrong from the start
// (core::Error).
#pragma once

#include <stdexcept>

#include "sextant/core/namespaces.h"

namespace sextant::lab {

/// A run broke on its way.
class BrokenRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller's stop token ended work that has no result half-way.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant::lab
