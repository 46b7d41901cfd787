// TOML into a tree, through toml++. Its tables are sorted by name; the order of the file is found again
// from the line and column of each key.
#include <toml++/toml.h>

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/core/renamed_options.h"
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
  auto& pairs = section.get_ref<Tree::object_t&>();
  pairs.reserve(entries.size());
  // Not by section[key], which looks at all keys before: a table has each key once.
  for (const auto& entry : entries) pairs.emplace_back(std::string(entry.key), convert(*entry.value, source));
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

// One "a.b=value" of the command line, applied to a configuration.
namespace {

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

Tree parse_value(std::string_view key, std::string_view text) {
  text = without_blanks(text);
  try {
    const Tree parsed = parse_toml(fmt::format("value = {}", text), "value");
    if (parsed.size() == 1) return parsed.front();
  } catch (const Error&) {
    // Not TOML, so a bare text: position.kind=rotary.
  }
  Tree value(text);
  try {
    (void)value.dump();
  } catch (const nlohmann::json::exception&) {
    fail("{}: the value is not valid UTF-8", key);
  }
  return value;
}

void set_option(Tree& tree, std::string_view given_key, Tree value) {
  const std::string_view key = current_option_name(given_key);
  if (tree.is_null()) tree = Tree::object();
  Tree* section = &tree;
  require(std::ranges::count(key, '.') < deepest_section, "'{}...': sections nested more than {} deep",
          key.substr(0, 40), deepest_section);
  for (std::size_t start = 0;;) {
    const auto dot = key.find('.', start);
    const std::string name(without_blanks(key.substr(start, dot == std::string_view::npos ? dot : dot - start)));
    require(!name.empty(), "'{}': the key has an empty part; expected key=value, as in model.width=64", key);
    require(section->is_object(), "'{}': {} is a value, not a section", key, key.substr(0, start ? start - 1 : 0));
    if (dot == std::string_view::npos) {
      const auto found = section->find(name);
      const bool hides_section = found != section->end() && found->is_object() && !value.is_object();
      require(!hides_section, "{} is a section; set one of its options, as in {}.name=value", key, key);
      (*section)[name] = std::move(value);
      return;
    }
    if (!section->contains(name)) (*section)[name] = Tree::object();
    section = &(*section)[name];
    start = dot + 1;
  }
}

void apply_override(Tree& tree, std::string_view assignment) {
  const auto equals = assignment.find('=');
  require(equals != std::string_view::npos, "'{}': expected key=value, as in model.width=64", assignment);
  const std::string_view key = without_blanks(assignment.substr(0, equals));
  set_option(tree, key, parse_value(key, assignment.substr(equals + 1)));
}

}  // namespace sextant::core
