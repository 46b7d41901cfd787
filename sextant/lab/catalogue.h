// Everything that can be chosen by name, for `sextant list`: families, their variants and the variants' options.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"

namespace sextant::lab {

struct CatalogueEntry {
  std::string name;
  std::string sentence;
  std::string options;  // one line each, as describe_options writes them; empty where there are none
};

struct CatalogueFamily {
  std::string name;
  std::vector<CatalogueEntry> entries;
};

std::vector<CatalogueFamily> make_catalogue();

}  // namespace sextant::lab
