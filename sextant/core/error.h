// The one exception of the library, thrown at its doors: options, files, factories, public functions.
// The text names the thing, what was expected, what was given and, where there is one, the next step. It may quote a
// file, so control characters in it are escaped (printable.h).
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "sextant/core/namespaces.h"

namespace sextant::core {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& text);
};

/// No fault of the request: a disk that is full or fails. The same request may succeed later.
class DiskError : public Error {
 public:
  using Error::Error;
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
