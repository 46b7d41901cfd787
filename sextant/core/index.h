// The integer of sizes and positions, signed so that differences are what they look like.
#pragma once

#include <cstdint>

#include "sextant/core/namespaces.h"

namespace sextant::core {

using Index = std::int64_t;

}  // namespace sextant::core
