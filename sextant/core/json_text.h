// JSON that anybody may have written. The parser itself stands any nesting, but what follows it (printing, comparing,
// copying) descends by recursion and would end with the stack; so depth is limited before anything is parsed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "sextant/core/namespaces.h"

namespace sextant::core {

inline constexpr int deepest_json = 200;  // arrays in arrays; files that mean something have less than ten

inline constexpr int most_keys = 10'000;  // of one object, where their order is kept: each is compared with all others

/// Whether arrays and objects are nested deeper than `deepest_json`.
bool nested_too_deeply(std::string_view text);
/// Whether an object has more than `most_keys` keys.
bool has_too_many_keys(std::string_view text);

/// Whether there is a zero byte, which no JSON has and which nlohmann takes for the end of the text.
inline bool has_zero_byte(std::string_view text) { return text.find('\0') != std::string_view::npos; }

/// An Error where the text is no JSON, or nested too deeply; `who` is named in it.
nlohmann::json parse_json(std::string_view text, const std::string& who);
/// The same with keys in the order of the text, and an Error where one object has more than `most_keys`.
nlohmann::ordered_json parse_json_in_order(std::string_view text, const std::string& who);
/// Null where there is something wrong with it, for records that can be done without.
nlohmann::ordered_json parse_json_or_null(std::string_view text);

}  // namespace sextant::core
