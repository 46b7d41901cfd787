// A setting of the C library's allocator for programs that train; the library itself never calls it.
#pragma once

namespace sextant::core {

/// Keeps freed memory instead of giving it back to the system: oneDNN takes and frees a packing buffer in every
/// product, and each return of one costs page faults (4 % of a step of the Latin-square model).
void keep_freed_memory();

}  // namespace sextant::core
