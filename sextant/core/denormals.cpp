// Two bits of MXCSR: results flush to zero (FTZ, bit 15), operands count as zero (DAZ, bit 6).
#include "sextant/core/denormals.h"

#include "sextant/core/error.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sextant::core {
namespace {

#if defined(__x86_64__)
constexpr unsigned flush_bits = 0x8040;

unsigned read_control() { return _mm_getcsr(); }
void write_control(unsigned control) { _mm_setcsr(control); }
#else
constexpr unsigned flush_bits = 0;

unsigned read_control() { return 0; }
void write_control(unsigned) {}
#endif

}  // namespace

const char* name_of(Denormals denormals) { return denormals == Denormals::flush ? "flush" : "keep"; }

Denormals denormals_of(std::string_view name) {
  for (Denormals denormals : {Denormals::flush, Denormals::keep})
    if (name == name_of(denormals)) return denormals;
  fail("denormals: expected flush or keep, given '{}'", name);
}

DenormalPolicy::DenormalPolicy(Denormals denormals) : before_(read_control()) {
  require(denormals == Denormals::keep || flush_bits != 0, "denormals: flush is supported on x86-64 only; use keep");
  // keep clears the bits rather than trusting that no other library has set them.
  write_control(denormals == Denormals::flush ? before_ | flush_bits : before_ & ~flush_bits);
}

// Only the two bits return: floating-point exceptions raised meanwhile stay visible.
DenormalPolicy::~DenormalPolicy() { write_control((read_control() & ~flush_bits) | (before_ & flush_bits)); }

}  // namespace sextant::core
