// HDF5 files through the HDF Group's library.
#include "fuzzed_file.h"
#include "sextant/data/series/array_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto file = sextant::data::open_hdf5(made_up.path());
    for (const auto& entry : file.arrays->entries()) read_or_refuse([&] { (void)file.arrays->values(entry.name); });
  });
  return 0;
}
