// The first half is a vocabulary, the second half a text.
#include <vector>

#include "fuzzed_file.h"
#include "sextant/data/text/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string vocabulary(reinterpret_cast<const char*>(data), size / 2);
  vocabulary += "\n[UNK]\n";
  const FuzzedFile made_up(reinterpret_cast<const std::uint8_t*>(vocabulary.data()), vocabulary.size());
  read_or_refuse([&] {
    const auto tokenizer = sextant::data::make_wordpiece_tokenizer(made_up.path());
    std::vector<std::int32_t> ids;
    tokenizer->encode({reinterpret_cast<const char*>(data) + size / 2, size - size / 2}, ids);
    for (const auto id : ids)
      if (id < 0 || id >= tokenizer->vocabulary()) std::abort();
  });
  return 0;
}
