// JSON that anybody may have written. The parser itself stands any nesting, but what follows it (printing, comparing,
// copying) descends by recursion and would end with the stack; so depth is limited before anything is parsed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "sextant/core/namespaces.h"

namespace sextant::core {

inline constexpr int deepest_json = 200;  // arrays in arrays; files that mean something have less than ten

/// Whether arrays and objects are nested deeper than `deepest_json`.
bool nested_too_deeply(std::string_view text);

/// An Error where the text is no JSON, or nested too deeply; `who` is named in it.
nlohmann::json parse_json(std::string_view text, const std::string& who);
/// The same with keys in the order of the text, for files of a few hundred keys: a key is found by looking at all.
nlohmann::ordered_json parse_json_in_order(std::string_view text, const std::string& who);
/// Null where there is something wrong with it, for records that can be done without.
nlohmann::ordered_json parse_json_or_null(std::string_view text);

}  // namespace sextant::core
