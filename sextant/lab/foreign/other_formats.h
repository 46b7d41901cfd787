// Checkpoints in formats that are not read: recognised by their first bytes, never opened further. Nothing in them is
// executed (a pickle is a program).
#pragma once

#include <string>

#include "sextant/core/namespaces.h"

namespace sextant::lab {

/// What the file is and how it is converted; "" where it is none of these.
std::string describe_other_format(const std::string& path);

/// An Error with that text.
void refuse_other_format(const std::string& path);

}  // namespace sextant::lab
