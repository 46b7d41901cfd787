// How a run ended, as the bytes of its files.
#pragma once

#include <string>

#include "sextant/core/index.h"

namespace sextant::results {

struct Ending {
  std::string checkpoint;  // weights and optimiser
  std::string metrics;
  std::string positions;  // empty where no encoding is trained
  std::string result;
};

Ending read_ending(const std::string& directory);

/// What differs, or "" where every byte is the same.
std::string describe_difference(const Ending& expected, const Ending& given);

}  // namespace sextant::results
