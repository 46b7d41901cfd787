// A tree as TOML: in each section the values first, then its sections. A double keeps its shortest text
// that reads back as the same bits, and a point or exponent, so it stays a double.
#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/core/tree.h"

namespace sextant::core {
namespace {

bool is_bare(const std::string& key) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), allowed);
}

// JSON's escapes are TOML's, except that TOML also wants DEL escaped.
std::string quoted(const std::string& text) {
  std::string json;
  try {
    json = Tree(text).dump();
  } catch (const nlohmann::json::exception&) {
    fail("a configuration string is not valid UTF-8: {}",
         Tree(text).dump(-1, ' ', true, Tree::error_handler_t::replace));
  }
  std::string result;
  for (char c : json) {
    if (c == '\x7f')
      result += "\\u007F";
    else
      result += c;
  }
  return result;
}

std::string key_text(const std::string& key) { return is_bare(key) ? key : quoted(key); }

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  const bool whole = text.find_first_of(".en") == std::string::npos;  // n: nan and inf
  return whole ? text + ".0" : text;
}

std::string value_text(const Tree& value) {
  switch (value.type()) {
    case Tree::value_t::null:
      return "\"auto\"";
    case Tree::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Tree::value_t::number_integer:
      return fmt::format("{}", value.get<std::int64_t>());
    case Tree::value_t::number_unsigned: {
      const auto number = value.get<std::uint64_t>();
      require(number <= INT64_MAX, "the integer {} does not fit into TOML; the maximum is {}", number, INT64_MAX);
      return fmt::format("{}", number);
    }
    case Tree::value_t::number_float:
      return number_text(value.get<double>());
    case Tree::value_t::string:
      return quoted(value.get_ref<const std::string&>());
    case Tree::value_t::array: {
      std::vector<std::string> elements;
      for (const Tree& element : value) elements.push_back(value_text(element));
      return fmt::format("[{}]", fmt::join(elements, ", "));
    }
    case Tree::value_t::object: {  // only inside a list
      std::vector<std::string> elements;
      for (const auto& [key, element] : value.items())
        elements.push_back(fmt::format("{} = {}", key_text(key), value_text(element)));
      return fmt::format("{{{}}}", fmt::join(elements, ", "));
    }
    default:
      fail("TOML has no value of type {}", value.type_name());
  }
}

void add_section(std::string& text, const Tree& section, const std::string& path) {
  std::string values;
  bool has_sections = false;
  for (const auto& [key, value] : section.items()) {
    if (value.is_object())
      has_sections = true;
    else
      values += fmt::format("{} = {}\n", key_text(key), value_text(value));
  }
  // The header of a section that holds only sections goes without saying.
  if (!path.empty() && (!values.empty() || !has_sections))
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", path);
  text += values;
  for (const auto& [key, value] : section.items())
    if (value.is_object()) add_section(text, value, path.empty() ? key_text(key) : path + "." + key_text(key));
}

}  // namespace

std::string write_toml(const Tree& tree) {
  require(tree.is_object(), "TOML: expected a tree of sections, given {}", tree.type_name());
  std::string text;
  add_section(text, tree, "");
  return text;
}

}  // namespace sextant::core
