// CIFTI parcellated series: header, XML, numbers.
#include "fuzzed_file.h"
#include "sextant/data/series/array_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto file = sextant::data::read_ptseries(made_up.path());
    for (const auto& entry : file.arrays->entries()) read_or_refuse([&] { (void)file.arrays->values(entry.name); });
  });
  return 0;
}
