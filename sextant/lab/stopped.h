// The caller's stop token ended work that has no result half-way.
#pragma once

#include <stdexcept>

#include "sextant/core/namespaces.h"

namespace sextant::lab {

class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sextant::lab
