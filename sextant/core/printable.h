// Text from strangers, fit for a terminal, and the reasons of failures in one line.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace sextant::core {

// Text of unknown origin for a terminal or a line of a log. Names in files can hold escape sequences that move the
// cursor, change its colours or hide what follows, and marks that turn the direction of writing.

/// Control characters except line feed and tab, marks that change the direction of writing, and bytes that are not
/// UTF-8 as \x1b, \u202e and the like. Everything else stays, so that a second call changes nothing.
std::string printable(std::string_view text);

/// The same for a text that must stay on its line: line feed and tab are written as \n and \t too.
std::string printable_line(std::string_view text);

// What an exception says to a user, also where the memory ran out: then nothing may be allocated to say so.

/// The text of the exception; for one of the standard library that says nothing, such as std::bad_alloc, a sentence
/// with the next step. Lives as long as the exception.
const char* reason_of(const std::exception& error) noexcept;

}  // namespace sextant::core
