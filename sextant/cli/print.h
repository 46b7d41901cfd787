// What commands print. It may quote names and texts of any file, so nothing in it may steer the terminal.
#pragma once

#include <fmt/format.h>

#include <cstdio>

#include "sextant/core/namespaces.h"
#include "sextant/core/printable.h"

namespace sextant::cli {

template <class... Arguments>
void print_out(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  fmt::print("{}", printable(fmt::format(text, std::forward<Arguments>(arguments)...)));
}

template <class... Arguments>
void print_error(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  fmt::print(stderr, "{}", printable(fmt::format(text, std::forward<Arguments>(arguments)...)));
}

}  // namespace sextant::cli
