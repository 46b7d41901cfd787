#include "sextant/results/json_file.h"

#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/json_text.h"

namespace sextant::results {
namespace {

constexpr std::uintmax_t most_bytes = 64 << 20;  // a panel of this size would be no page any more

}  // namespace

Tree read_json_file(const std::string& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  require(ignored || size <= most_bytes, "it has {} bytes, more than the page supports ({})", size, most_bytes);
  const std::string text = read_file(path);
  require(!text.empty(), "it is empty");
  require(!nested_too_deeply(text), "its JSON is nested more than {} deep", deepest_json);
  try {
    return Tree::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    fail("it is not JSON from byte {} of {} on; is it truncated, or written by another program?", error.byte,
         text.size());
  }
}

}  // namespace sextant::results
