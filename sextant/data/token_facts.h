// What a task knows of its tokens besides where they stand, in the order of the tokens; each may be unknown.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::data {

struct TokenFacts {
  std::vector<std::string> names = {};    // (length) or none
  std::vector<std::string> modules = {};  // (length) the module that each token belongs to, or none
  Table coordinates = {};                 // (length, axes) or no rows
  Table covariance = {};                  // (length, length) of the values in training, or no rows
  std::vector<Table> folds = {};          // the same of the two halves of the training rows, or none
};

}  // namespace sextant::data
