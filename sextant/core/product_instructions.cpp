#include "sextant/core/product_instructions.h"

#include <oneapi/dnnl/dnnl.h>

#include <cstdlib>

namespace sextant::core {
namespace {

// An error means that a product was made before, by somebody else in this process: then it stays as that one had it.
void stay_with_this_build() {
#if defined(__AVX2__) && !defined(__AVX512F__)
  if (std::getenv("DNNL_MAX_CPU_ISA") == nullptr && std::getenv("ONEDNN_MAX_CPU_ISA") == nullptr)
    (void)::dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx2);
#endif
}

// Kinds of AVX-512 differ in integers and bfloat16 alone.
std::string name_chosen() {
  const auto chosen = static_cast<unsigned>(::dnnl_get_effective_cpu_isa());
  const auto has = [&](dnnl_cpu_isa_t set) {
    return (chosen & static_cast<unsigned>(set)) == static_cast<unsigned>(set);
  };
  if (chosen == dnnl_cpu_isa_all) return "unknown";
  if (has(dnnl_cpu_isa_avx512_core)) return "AVX-512";
  if (has(dnnl_cpu_isa_avx2)) return "AVX2";
  return has(dnnl_cpu_isa_avx) ? "AVX" : "SSE4.1";
}

}  // namespace

std::string compiled_instructions() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
  return "AVX2";
#elif defined(__AVX__)
  return "AVX";
#elif defined(__x86_64__)
  return "SSE2";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "unknown";
#endif
}

std::string product_instructions() {
  static const std::string chosen = [] {
    stay_with_this_build();
    return name_chosen();
  }();
  return chosen;
}

}  // namespace sextant::core
