#include "sextant/lab/experiment/sections.h"

#include <algorithm>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/lab/experiment/case_list.h"

namespace sextant::lab {

void refuse_other_keys(const Tree& section, const std::string& place, const std::vector<std::string>& known) {
  require(section.is_object(), "{}: expected a section", place);
  for (const auto& [key, value] : section.items())
    require(std::ranges::find(known, key) != known.end(), "{}: unknown key '{}'{}; known: {}", place, key,
            nearest_name_hint(key, known), fmt::join(known, ", "));
}

const Tree& section_at(const Tree& tree, const std::string& key, const std::string& place) {
  static const Tree nothing = Tree::object();
  const auto found = tree.find(key);
  if (found == tree.end()) return nothing;
  require(found->is_object(), "{}: '{}' must be a section", place, key);
  return *found;
}

std::string text_at(const Tree& tree, const std::string& key, const std::string& otherwise, const std::string& place) {
  const auto found = tree.find(key);
  if (found == tree.end()) return otherwise;
  require(found->is_string(), "{}: '{}' must be a string", place, key);
  return found->get<std::string>();
}

const Tree& choose_section(const Tree& sections, const std::string& name, const std::string& place, const char* noun) {
  std::vector<std::string> names;
  for (const auto& [key, value] : sections.items()) names.push_back(key);
  require(!names.empty(), "{}: no {} '{}', the file defines none; docs/experiments.md shows how to write an experiment",
          place, noun, name);
  require(sections.contains(name), "{}: no {} '{}'{}; known: {}", place, noun, name, nearest_name_hint(name, names),
          fmt::join(names, ", "));
  return sections.at(name);
}

void change_configuration(Tree& configuration, const Tree& changes) {
  for (const auto& [key, value] : list_settings(changes)) set_option(configuration, key, value);
}

}  // namespace sextant::lab
