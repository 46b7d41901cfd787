// From a request to jobs.
#include "sextant/results/grid.h"

#include <algorithm>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/options.h"

namespace sextant::results {
namespace {

constexpr std::size_t most_runs = 1'000'000;

/// "model.depth" may stand quoted or as nested sections.
void read_axes(const Tree& section, const std::string& prefix, std::vector<Axis>& axes) {
  for (const auto& [key, value] : section.items()) {
    const std::string path = prefix.empty() ? key : prefix + "." + key;
    if (prefix.empty() && key == "cases") continue;
    if (value.is_object())
      read_axes(value, path, axes);
    else
      axes.push_back(read_axis(path, value));
  }
}

void set_axis(std::vector<Axis>& axes, Axis axis) {
  const auto same = std::ranges::find(axes, axis.key, &Axis::key);
  if (same == axes.end())
    axes.push_back(std::move(axis));
  else
    *same = std::move(axis);
}

Tree write_axes(const std::vector<Axis>& axes) {
  Tree section = Tree::object();
  for (const auto& axis : axes) section[axis.key] = axis.values;
  return section;
}

void add_product(const std::vector<Axis>& axes, std::vector<Settings>& cells) {
  std::size_t count = 1;
  for (const auto& axis : axes) {
    count *= axis.values.size();
    require(count <= most_runs, "sweep: the grid has more than {} runs; shorten an axis", most_runs);
  }
  for (std::size_t number = 0; number < count; ++number) {
    Settings cell(axes.size());
    std::size_t rest = number;
    for (std::size_t i = axes.size(); i-- > 0;) {
      cell[i] = {axes[i].key, axes[i].values[rest % axes[i].values.size()]};
      rest /= axes[i].values.size();
    }
    cells.push_back(std::move(cell));
  }
}

/// A case's own keys come first, since they say which case it is, and win over those of all cases.
std::vector<Axis> joined(const std::vector<Axis>& own, const std::vector<Axis>& of_all) {
  std::vector<Axis> result = own;
  for (const auto& axis : of_all)
    if (std::ranges::find(own, axis.key, &Axis::key) == own.end()) result.push_back(axis);
  return result;
}

}  // namespace

Grid::Grid(Tree configuration, const std::vector<std::string>& assignments) : base(std::move(configuration)) {
  if (base.is_null()) base = Tree::object();
  if (const auto section = base.find("sweep"); section != base.end()) {
    require(section->is_object(), "sweep: expected a section [sweep] of keys and their values");
    read_axes(*section, "", axes);
    if (const auto list = section->find("cases"); list != section->end()) {
      require(list->is_array() && !list->empty(), "sweep.cases: expected tables, each [[sweep.cases]]");
      for (const auto& one : *list) {
        require(one.is_object(), "sweep.cases: expected tables, each [[sweep.cases]]");
        read_axes(one, "", cases.emplace_back());
      }
    }
    base.erase("sweep");
  }
  for (const auto& assignment : assignments) {
    const auto equals = assignment.find('=');
    require(equals != std::string::npos, "'{}': expected key=values, as in model.depth=2,3,4", assignment);
    Axis axis = parse_axis(assignment.substr(0, equals), assignment.substr(equals + 1));
    std::erase_if(axes, [&](const Axis& old) { return old.key == axis.key && axis.values.size() == 1; });
    if (axis.values.size() == 1)
      set_option(base, axis.key, axis.values.front());
    else
      set_axis(axes, std::move(axis));
  }
}

std::vector<std::string> Grid::swept_keys() const {
  std::vector<std::string> keys;
  const auto add = [&](const Axis& axis, bool several) {
    if (several && std::ranges::find(keys, axis.key) == keys.end()) keys.push_back(axis.key);
  };
  for (const auto& axis : axes) add(axis, axis.values.size() > 1);
  for (const auto& one : cases)
    for (const auto& axis : one) add(axis, axis.values.size() > 1 || cases.size() > 1);
  return keys;
}

std::vector<Settings> Grid::cells() const {
  std::vector<Settings> result;
  if (cases.empty()) add_product(axes, result);
  for (const auto& one : cases) add_product(joined(one, axes), result);
  return result;
}

Tree Grid::write() const {
  Tree tree = base;
  tree["sweep"] = write_axes(axes);
  for (const auto& one : cases) tree["sweep"]["cases"].push_back(write_axes(one));
  return tree;
}

}  // namespace sextant::results
