#include "sextant/lab/experiment/case_list.h"

#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/results/grid.h"

namespace sextant::lab {
namespace {

void add_settings(const Tree& section, const std::string& prefix, Settings& settings) {
  for (const auto& [key, value] : section.items()) {
    const std::string path = prefix.empty() ? key : prefix + "." + key;
    if (value.is_object())
      add_settings(value, path, settings);
    else
      settings.emplace_back(path, value);
  }
}

std::string fill_name(std::string name, const Settings& settings) {
  for (const auto& [key, value] : settings) {
    const std::string mark = "{" + key + "}";
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    for (auto at = name.find(mark); at != std::string::npos; at = name.find(mark)) name.replace(at, mark.size(), text);
  }
  return name;
}

}  // namespace

Tree Case::setting(const std::string& key) const {
  for (const auto& [name, value] : settings)
    if (name == key) return value;
  return Tree();
}

Settings list_settings(const Tree& section) {
  Settings settings;
  add_settings(section, "", settings);
  return settings;
}

std::vector<Case> read_cases(const Tree& list, const std::string& place) {
  require(list.is_array() && !list.empty(), "{}: expected tables, each [[cases]] with a name", place);
  std::vector<Case> cases;
  std::set<std::string> names;
  for (const auto& one : list) {
    require(one.is_object() && one.contains("name") && one["name"].is_string(),
            "{}: expected tables, each [[cases]] with a name", place);
    const std::string name = one["name"].get<std::string>();
    Tree sweep = one;
    sweep.erase("name");
    for (auto& settings : Grid(Tree{{"sweep", sweep}}, {}).cells()) {
      Case made{fill_name(name, settings), std::move(settings)};
      require(names.insert(made.name).second,
              "{}: duplicate case '{}'; a setting with several values must be part of the name, as in "
              "learn-{{position.sigma}}",
              place, made.name);
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

bool fits_pattern(const std::string& name, const std::string& pattern) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

void require_known(const std::vector<std::string>& patterns, const std::vector<Case>& cases, const std::string& place) {
  std::vector<std::string> names;
  for (const auto& one : cases) names.push_back(one.name);
  for (const auto& pattern : patterns)
    require(std::ranges::any_of(names, [&](const auto& name) { return fits_pattern(name, pattern); }),
            "{}: no case '{}'{}; known: {}", place, pattern, nearest_name_hint(pattern, names), fmt::join(names, ", "));
}

}  // namespace sextant::lab
