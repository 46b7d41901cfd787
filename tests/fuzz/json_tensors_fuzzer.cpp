// Tensors in JSON, and the index of shards.
#include "fuzzed_file.h"
#include "sextant/core/tensor_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto file = sextant::core::open_json_tensors(made_up.path());
    (void)file->metadata();
    for (const auto& entry : file->entries()) read_or_refuse([&] { (void)file->values(entry.name); });
  });
  read_or_refuse([&] { (void)sextant::core::open_sharded_tensors(made_up.path()); });
  return 0;
}
