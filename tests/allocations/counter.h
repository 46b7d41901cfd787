// Counts what the whole program takes from the heap while it is switched on.
#pragma once

namespace allocations {

struct Count {
  long operator_new = 0;
  long malloc = 0;  // malloc, calloc, realloc and their aligned kin; operator new is counted here too
};

void start_counting();
Count stop_counting();

}  // namespace allocations
