// Where the real data lie that are too large for the tree: SEXTANT_DATA, or the place set at configuration.
#pragma once

#include <cstdlib>
#include <string>

inline std::string shared_data(const std::string& name) {
  const char* chosen = std::getenv("SEXTANT_DATA");
  return std::string(chosen ? chosen : SEXTANT_SHARED_DATA) + "/" + name;
}
