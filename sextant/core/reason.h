// What an exception says to a user, also where the memory ran out: then nothing may be allocated to say so.
#pragma once

#include <exception>

namespace sextant::core {

/// The text of the exception; for one of the standard library that says nothing, such as std::bad_alloc, a sentence
/// with the next step. Lives as long as the exception.
const char* reason_of(const std::exception& error) noexcept;

}  // namespace sextant::core
