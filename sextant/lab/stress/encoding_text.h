// What a user types for an encoding, taken apart: "rotary:base=500000:head_width=128", "learned:model.npy:skip=2".
#pragma once

#include <string>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

struct EncodingText {
  explicit EncodingText(const std::string& text);

  std::string text;  // as typed
  std::string name;
  std::string argument;           // what stands behind the name and is not key=value: a file, a rank
  Tree options = Tree::object();  // key=value, values as in TOML

  /// The argument as a whole number of 1 or more; 0 where there is none.
  Index rank() const;
  /// Refuses an argument where the encoding takes none.
  void require_no_argument() const;
};

}  // namespace sextant::lab
