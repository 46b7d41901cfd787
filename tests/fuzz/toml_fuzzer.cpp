#include <nlohmann/json.hpp>

#include "fuzzed_file.h"
#include "sextant/core/options.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_or_refuse([&] { (void)sextant::core::parse_toml(text, "made up"); });
  read_or_refuse([&] {
    sextant::core::Tree tree = sextant::core::Tree::object();
    sextant::core::apply_override(tree, text);
  });
  return 0;
}
