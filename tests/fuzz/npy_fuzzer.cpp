#include "fuzzed_file.h"
#include "sextant/core/npy.h"
#include "sextant/data/text/corpus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_or_refuse([&] { sextant::core::make_npy_array({reinterpret_cast<const char*>(data), size}, "made up"); });
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto source = sextant::data::open_corpus({.path = made_up.path(), .format = "npy", .separators = {0}});
    for (std::vector<std::int32_t> ids; source->next(ids);) {
    }
  });
  return 0;
}
