// TOML into a tree, through toml++. Its tables are sorted by name; the order of the file is found again
// from the line and column of each key.
#include <toml++/toml.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/core/toml_depth.h"
#include "sextant/core/tree.h"

namespace sextant::core {
namespace {

[[noreturn]] void fail_at(std::string_view source, const toml::source_position& at, std::string_view reason) {
  fail("{}, line {}, column {}: {}", source, at.line, at.column, reason);
}

Tree convert(const toml::node& node, std::string_view source);

Tree convert_table(const toml::table& table, std::string_view source) {
  struct Entry {
    toml::source_position at;
    std::string_view key;
    const toml::node* value;
  };
  std::vector<Entry> entries;
  for (const auto& [key, value] : table) entries.push_back({key.source().begin, key.str(), &value});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.at < b.at; });
  Tree section = Tree::object();
  for (const auto& entry : entries) section[std::string(entry.key)] = convert(*entry.value, source);
  return section;
}

Tree convert(const toml::node& node, std::string_view source) {
  if (const auto* table = node.as_table()) return convert_table(*table, source);
  if (const auto* array = node.as_array()) {
    Tree list = Tree::array();
    for (const auto& element : *array) list.push_back(convert(element, source));
    return list;
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* truth = node.as_boolean()) return truth->get();
  fail_at(source, node.source().begin, "dates and times are not supported; quote the value");
}

}  // namespace

Tree parse_toml(std::string_view text, std::string_view source_name) {
  if (const auto place = find_deep_toml(text))
    fail("{}, line {}: sections and lists nested more than {} deep", source_name, *place, deepest_section);
  try {
    return convert_table(toml::parse(text, source_name), source_name);
  } catch (const toml::parse_error& error) {
    fail_at(source_name, error.source().begin, error.description());
  }
}

Tree read_toml_file(const std::string& path) { return parse_toml(read_file(path), path); }

}  // namespace sextant::core
