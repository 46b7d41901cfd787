#include "fuzzed_file.h"
#include "sextant/core/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const sextant::core::Safetensors file(made_up.path());
    for (const auto& entry : file.entries()) read_or_refuse([&] { (void)file.values(entry.name); });
  });
  return 0;
}
