// One axis of a sweep: a key and the values it takes.
//   2,3,4           a list
//   0.3:1.0:0.1     from 0.3 to 1.0 in steps of 0.1, both ends included
//   1:15            1, 2, ..., 15
//   1e-4:1e-1:x10   from 1e-4 to 1e-1, each ten times the one before
//   1:3,10,[4,4]    any of these in a row; brackets and quotes keep their commas
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/tree.h"

namespace sextant::results {

struct Axis {
  std::string key;
  std::vector<Tree> values;  // each once, in the order given
};

/// Reads what stands right of "key=".
Axis parse_axis(std::string_view key, std::string_view text);

/// The same from a TOML value: a list of values, one value, or a text as above.
Axis read_axis(std::string_view key, const Tree& value);

}  // namespace sextant::results
