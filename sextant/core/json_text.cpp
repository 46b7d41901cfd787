#include "sextant/core/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

bool opens(char letter) { return letter == '[' || letter == '{'; }
bool closes(char letter) { return letter == ']' || letter == '}'; }

/// Whether `found` says so of a letter that is in no string.
template <class Found>
bool find_outside_strings(std::string_view text, const Found& found) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"') quoted = !quoted;
    if (quoted && letter == '\\') ++i;
    if (!quoted && found(letter)) return true;
  }
  return false;
}

template <class Json>
Json parse_shallow(std::string_view text, const std::string& who) {
  require(!nested_too_deeply(text), "{}: JSON nested more than {} deep", who, deepest_json);
  require(!has_zero_byte(text), "{}: not valid JSON: byte {} is zero", who, text.find('\0'));
  try {
    return Json::parse(text);
  } catch (const typename Json::exception& error) {
    const std::string_view reason = error.what();  // "[json.exception...] reason"
    fail("{}: not valid JSON: {}", who, reason.substr(reason.find(']') + 2));
  }
}

}  // namespace

bool nested_too_deeply(std::string_view text) {
  if (std::ranges::count_if(text, opens) <= deepest_json) return false;  // most texts: no need to look for strings
  int depth = 0;
  return find_outside_strings(text, [&](char letter) {
    if (closes(letter)) --depth;
    return opens(letter) && ++depth > deepest_json;
  });
}

bool has_too_many_keys(std::string_view text) {
  if (std::ranges::count(text, ':') <= most_keys) return false;
  std::vector<int> keys{0};  // of the objects around this place
  return find_outside_strings(text, [&](char letter) {
    if (opens(letter)) keys.push_back(0);
    if (closes(letter) && keys.size() > 1) keys.pop_back();
    return letter == ':' && ++keys.back() > most_keys;
  });
}

nlohmann::json parse_json(std::string_view text, const std::string& who) {
  return parse_shallow<nlohmann::json>(text, who);
}

nlohmann::ordered_json parse_json_in_order(std::string_view text, const std::string& who) {
  require(!has_too_many_keys(text), "{}: JSON with more than {} keys in one object", who, most_keys);
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
