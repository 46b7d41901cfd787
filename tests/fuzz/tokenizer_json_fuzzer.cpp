// A tokenizer.json and, behind the first zero byte, a text for it.
#include <string_view>

#include "fuzzed_file.h"
#include "sextant/data/text/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t end = all.find('\0');
  read_or_refuse([&] {
    const auto tokenizer = sextant::data::parse_json_tokenizer(all.substr(0, end), "fuzzed");
    std::vector<std::int32_t> ids;
    if (end != all.npos) tokenizer->encode(all.substr(end + 1), ids);
    for (const auto id : ids)
      if (id < 0 || id >= tokenizer->vocabulary()) std::abort();
  });
  return 0;
}
