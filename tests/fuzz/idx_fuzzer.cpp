#include "fuzzed_file.h"
#include "sextant/data/images/idx.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_or_refuse([&] { sextant::data::make_idx_images({reinterpret_cast<const char*>(data), size}, "made up"); });
  read_or_refuse([&] { sextant::data::make_idx_labels({reinterpret_cast<const char*>(data), size}, "made up"); });
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] { sextant::data::read_idx_images(made_up.path()); });  // gzip too
  return 0;
}
