#include "sextant/core/renamed_options.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "sextant/core/error.h"

namespace sextant::core {
namespace {

struct Renamed {
  std::string_view old_name, name;
};

constexpr std::array renamed{Renamed{"train.lanes", "train.gradient_shards"},
                             Renamed{"task.places", "task.arrangement"}};

Tree section_with_current_names(const std::string& section, const Tree& options) {
  Tree result = Tree::object();
  for (const auto& [name, value] : options.items()) {
    const std::string key = section + "." + name;
    const std::string_view current = current_option_name(key);
    const std::string own_name(current.substr(section.size() + 1));
    require(current == key || !options.contains(own_name), "{}: the same option as {}; give one of them", key, current);
    result[own_name] = value;
  }
  return result;
}

}  // namespace

std::string_view current_option_name(std::string_view key) {
  const auto found = std::ranges::find(renamed, key, &Renamed::old_name);
  return found == renamed.end() ? key : found->name;
}

Tree with_current_option_names(const Tree& configuration) {
  if (!configuration.is_object()) return configuration;
  Tree result = Tree::object();
  for (const auto& [name, value] : configuration.items())
    result[name] = value.is_object() ? section_with_current_names(name, value) : value;
  return result;
}

}  // namespace sextant::core
