# Warnings and instruction set, the same for every target. No -ffast-math: isfinite must work,
# divergence is a finding. -ffp-contract=off: a product and a sum fuse only where the source says so, so
# both precisions and all call sites round alike. -fno-math-errno: nobody reads errno, and a loop with a root in it
# vectorises only so.

set(SEXTANT_MACHINE native)
if(NOT SEXTANT_NATIVE)
  set(SEXTANT_MACHINE ${SEXTANT_LEVEL})
endif()

# GCC 12's own header of AVX-512 starts vectors from themselves, and every sum of Eigen's is warned of (GCC bug 105593).
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -march=${SEXTANT_MACHINE})
check_cxx_source_compiles("
  #if !defined(__AVX512F__) || !defined(__GNUC__) || defined(__clang__) || __GNUC__ > 12
  #error nothing to be silent about
  #endif
  int main() {}" SEXTANT_AVX512_WARNS)
unset(CMAKE_REQUIRED_FLAGS)

function(sextant_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -ffp-contract=off -fno-math-errno)
  # Highway for the compiler's instruction set alone: choosing at run time, its 1.0 refuses AVX-512 with VNNI.
  target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_STATIC)
  if(SEXTANT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  target_compile_options(${target} PRIVATE -march=${SEXTANT_MACHINE})
  if(SEXTANT_AVX512_WARNS)
    target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endfunction()

# The headers that nearly every source includes, read once: a third of the time to build. Further ones by name.
function(sextant_precompile target)
  target_precompile_headers(${target} PRIVATE <fmt/format.h> <algorithm> <memory> <span> <string> <vector> ${ARGN})
endfunction()

# For what waits for files and people rather than computes: optimising it takes a third of its time to build and gains
# nothing. Floating point means the same at every level of optimisation.
function(sextant_light target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Several sources of a target as one, `batch` at a time: most of the time to build goes into headers. A source with
# compile options of its own stays alone. GCC collects its garbage late: a tenth of the time for half a gigabyte.
function(sextant_unity target batch)
  if(SEXTANT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=800000)
    endif()
  endif()
endfunction()
