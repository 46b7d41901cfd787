// Options as data, for programs that ask what can be set.
#pragma once

#include <initializer_list>
#include <string_view>

#include "sextant/core/options.h"

namespace sextant::core {

/// A list of {key, default, sentence}, in the order of the visits.
Tree list_options(std::string_view path, std::initializer_list<Options*> parts);

}  // namespace sextant::core
