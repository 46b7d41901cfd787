#include "sextant/core/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

template <class Json>
Json parse_shallow(std::string_view text, const std::string& who) {
  require(!nested_too_deeply(text), "{}: JSON nested more than {} deep", who, deepest_json);
  try {
    return Json::parse(text);
  } catch (const typename Json::exception& error) {
    const std::string_view reason = error.what();  // "[json.exception...] reason"
    fail("{}: not valid JSON: {}", who, reason.substr(reason.find(']') + 2));
  }
}

}  // namespace

bool nested_too_deeply(std::string_view text) {
  const auto opens = [](char letter) { return letter == '[' || letter == '{'; };
  if (std::ranges::count_if(text, opens) <= deepest_json) return false;  // most texts: no need to look for strings
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"') quoted = !quoted;
    if (quoted) {
      if (letter == '\\') ++i;
      continue;
    }
    if (letter == ']' || letter == '}') --depth;
    if (opens(letter) && ++depth > deepest_json) return true;
  }
  return false;
}

nlohmann::json parse_json(std::string_view text, const std::string& who) {
  return parse_shallow<nlohmann::json>(text, who);
}

nlohmann::ordered_json parse_json_in_order(std::string_view text, const std::string& who) {
  return parse_shallow<nlohmann::ordered_json>(text, who);
}

nlohmann::ordered_json parse_json_or_null(std::string_view text) {
  try {
    return parse_json_in_order(text, "");
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace sextant::core
