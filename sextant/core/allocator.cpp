#include "sextant/core/allocator.h"

#include <malloc.h>

namespace sextant::core {

void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

}  // namespace sextant::core
