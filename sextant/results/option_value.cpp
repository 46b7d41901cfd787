#include "sextant/results/option_value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace sextant::results {
namespace {

constexpr const char* text_of_nothing = "unset";
constexpr const char* nothing_in_options = "auto";       // core/options.h
constexpr double largest_exact = 9'007'199'254'740'992;  // 2^53: every integer up to here is a double

Tree normal_number(double number) {
  if (std::isnan(number)) return nullptr;  // as SQLite keeps it
  if (number == std::trunc(number) && std::abs(number) <= largest_exact) return static_cast<std::int64_t>(number);
  return number;
}

Tree normal_list(const Tree& list) {
  Tree elements = Tree::array();
  for (const auto& element : list) elements.push_back(element.is_array() ? element : normal_value(element));
  return elements.dump();
}

template <class Number>
bool read_whole(std::string_view word, Number& number) {
  const char* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

}  // namespace

Tree normal_value(const Tree& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value.is_number_float()) return normal_number(value.get<double>());
  if (value.is_number_unsigned() && value <= INT64_MAX) return value.get<std::int64_t>();
  if (value.is_array()) return normal_list(value);
  if (value.is_string() && value.get_ref<const std::string&>() == nothing_in_options) return nullptr;
  return value;
}

std::string value_text(const Tree& value) {
  const Tree normal = normal_value(value);
  if (normal.is_null()) return text_of_nothing;
  if (normal.is_string()) return normal.get<std::string>();
  if (normal.is_number_float()) return fmt::format("{}", normal.get<double>());  // inf too, which JSON has not
  return normal.dump();
}

Tree parse_typed_value(std::string_view word) {
  if (word == "true") return 1;
  if (word == "false") return 0;
  if (word == text_of_nothing) return nullptr;
  if (std::int64_t whole = 0; read_whole(word, whole)) return whole;
  if (double number = 0; read_whole(word, number)) return normal_number(number);
  return normal_value(std::string(word));
}

Tree flatten(const Tree& tree) {
  Tree flat = Tree::object();
  for (const auto& [key, value] : tree.items()) {
    if (!value.is_object()) {
      flat[key] = value;
      continue;
    }
    const Tree section = flatten(value);
    for (const auto& [inner, leaf] : section.items()) flat[key + "." + inner] = leaf;
  }
  return flat;
}

Tree unflatten(const Tree& flat) {
  Tree tree = Tree::object();
  for (const auto& [key, value] : flat.items()) {
    Tree* place = &tree;
    std::size_t start = 0;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', start)) {
      place = &(*place)[key.substr(start, dot - start)];
      start = dot + 1;
    }
    (*place)[key.substr(start)] = value;
  }
  return tree;
}

Tree normal_settings(const Tree& flat) {
  Tree settings = Tree::object();
  for (const auto& [key, value] : flat.items())
    if (Tree normal = normal_value(value); !normal.is_null()) settings[key] = std::move(normal);
  return settings;
}

}  // namespace sextant::results
