#include "fuzzed_file.h"
#include "sextant/data/text/text_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzedFile made_up(data, size);
  for (const char* key : {"text", "a.b", ""})
    read_or_refuse([&] {
      const auto source = sextant::data::open_json_lines(made_up.path(), key);
      for (std::string_view text; source->next(text);) (void)source->progress();
    });
  return 0;
}
