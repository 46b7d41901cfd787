// Memory: how it is asked for, and how much a process has taken.
#pragma once

#include <cstddef>
#include <string>

namespace sextant::core {

// A setting of the C library's allocator for programs that train; the library itself never calls it.

/// Keeps freed memory instead of giving it back to the system: oneDNN takes and frees a packing buffer in every
/// product, and each return of one costs page faults (4 % of a step of the Latin-square model).
void keep_freed_memory();

// How much memory there is, and how much this program took.

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
