// The one exception of the library, thrown at its doors: options, files, factories, public functions.
// The text names the thing, what was expected, what was given and, where there is one, the next step.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "sextant/core/namespaces.h"

namespace sextant::core {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  throw Error(fmt::format(text, std::forward<Arguments>(arguments)...));
}

template <class... Arguments>
void require(bool condition, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  if (!condition) fail(text, std::forward<Arguments>(arguments)...);
}

}  // namespace sextant::core
