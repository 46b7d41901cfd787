#include "sextant/core/unpacked_size.h"

#include "sextant/core/error.h"
#include "sextant/core/memory.h"

namespace sextant::core {
namespace {

constexpr std::size_t always_plausible = 1'000'000'000;  // bytes that any machine of ours can hold
constexpr std::size_t most_by_packing = 200;             // measured numbers shrink to a half, masks to a hundredth

}  // namespace

void require_plausible_size(const std::string& who, std::size_t packed, std::size_t unpacked, std::size_t needed) {
  require(unpacked <= always_plausible || unpacked / most_by_packing <= packed,
          "{}: {} bytes claim to hold {} of data; refused as a decompression bomb", who, packed, memory_text(unpacked));
  require(needed <= always_plausible || needed <= available_memory(),
          "{}: takes {} of memory, of which {} are available", who, memory_text(needed),
          memory_text(available_memory()));
}

}  // namespace sextant::core
