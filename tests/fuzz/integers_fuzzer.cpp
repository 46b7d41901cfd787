// Whole numbers as text, and with them lines and gzip.
#include "fuzzed_file.h"
#include "sextant/data/text/corpus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  read_or_refuse([&] {
    const auto source = sextant::data::open_corpus(
        {.path = made_up.path(), .format = "integers", .separators = {7}, .most_tokens = 100});
    for (std::vector<std::int32_t> ids; source->next(ids);) (void)source->progress();
  });
  return 0;
}
