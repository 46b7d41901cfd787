// What oneDNN multiplies with. By itself it takes the best that the processor has; a build for AVX2 would then have
// other bits on a processor with AVX-512, and one cluster two arithmetics.
#pragma once

#include <string>

namespace sextant::core {

/// "AVX2", "AVX-512", ...: what the other sources of this build were compiled for.
std::string compiled_instructions();

/// What oneDNN multiplies with: no more than this build was compiled for, unless DNNL_MAX_CPU_ISA in the environment
/// says otherwise. Whoever multiplies asks first: oneDNN decides once, with its first product.
std::string product_instructions();

}  // namespace sextant::core
