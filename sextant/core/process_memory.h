// How much memory there is, and how much this program took.
#pragma once

#include <cstddef>
#include <string>

namespace sextant::core {

/// Bytes that were resident at the most (VmHWM). Not ru_maxrss of getrusage: that begins with the peak of the program
/// that started this one.
std::size_t peak_memory();

/// Bytes that this program may have: the machine's, or what its control group allows.
std::size_t machine_memory();

/// Bytes that are not in use now, by this program or another.
std::size_t available_memory();

/// "812 MB", "5.9 GB".
std::string memory_text(std::size_t bytes);

}  // namespace sextant::core
