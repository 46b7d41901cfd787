// What an encoding must know of the model it sits in.
#pragma once

#include <string>

#include "sextant/data/arrangement.h"

namespace sextant::positions {

struct EncodingContext {
  Index width = 0;  // of the model
  Index heads = 1;
  Index head_width = 0;  // of queries and keys
  bool causal = false;
  Arrangement arrangement;  // length() tokens; with CLS, row 0 is the token that stands nowhere
  std::string prefix;       // of its parameters' names: "position" or "blocks.2.position"
};

}  // namespace sextant::positions
