#include "fuzzed_file.h"
#include "sextant/core/npz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const sextant::core::Npz file(made_up.path());
    for (const auto& name : file.names())
      read_or_refuse([&] { sextant::core::make_npy_array(file.content(name), name); });
  });
  return 0;
}
