// Numbers by text, found by a view without making a string.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sextant::data {

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

using StringMap = std::unordered_map<std::string, std::int32_t, StringHash, std::equal_to<>>;

}  // namespace sextant::data
