#include "sextant/report/grouping.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "sextant/results/option_value.h"

namespace sextant::report {
namespace {

Tree setting(const RunRecord& run, const std::string& key) { return run.settings.value(key, Tree()); }

std::vector<Tree> settings(const RunRecord& run, const std::vector<std::string>& keys) {
  std::vector<Tree> values;
  for (const auto& key : keys) values.push_back(setting(run, key));
  return values;
}

/// Whether two runs that agree in `known` can differ in `key`.
bool adds_something(const std::vector<RunRecord>& runs, const std::vector<std::string>& known, const std::string& key) {
  std::map<std::vector<Tree>, Tree> seen;
  for (const auto& run : runs) {
    const Tree value = setting(run, key);
    const auto [place, is_new] = seen.emplace(settings(run, known), value);
    if (!is_new && place->second != value) return true;
  }
  return false;
}

/// The swept keys, and whatever else tells runs apart: a directory may hold the runs of two grids.
std::vector<std::string> find_axes(const std::vector<RunRecord>& runs, std::vector<std::string> axes) {
  std::erase(axes, "seed");
  for (const auto& key : differing_keys(runs))
    if (key != "seed" && std::ranges::find(axes, key) == axes.end() && adds_something(runs, axes, key))
      axes.push_back(key);
  return axes;
}

/// Ranks of the values of one axis: numbers by size, then the others as they come.
std::map<Tree, std::size_t> rank_values(const std::vector<RunRecord>& runs, const std::string& key) {
  std::vector<Tree> values;
  for (const auto& run : runs)
    if (const Tree value = setting(run, key); std::ranges::find(values, value) == values.end()) values.push_back(value);
  std::ranges::stable_sort(values, [](const Tree& a, const Tree& b) {
    if (a.is_number() && b.is_number()) return a.get<double>() < b.get<double>();
    return a.is_number() && !b.is_number();
  });
  std::map<Tree, std::size_t> ranks;
  for (const auto& value : values) ranks.emplace(value, ranks.size());
  return ranks;
}

}  // namespace

std::string Grouping::label(const Group& group, const std::vector<std::size_t>& places) const {
  std::vector<std::string> parts;
  for (const auto place : places)
    if (!group.values[place].is_null())
      parts.push_back(fmt::format("{}={}", axes[place], value_text(group.values[place])));
  if (parts.empty() && !places.empty()) return fmt::format("{} {}", axes[places.front()], value_text(Tree()));
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string Grouping::suffix(const Group& group) const {
  if (groups.size() < 2) return "";
  std::vector<std::size_t> all(axes.size());
  std::iota(all.begin(), all.end(), 0);
  return fmt::format(", {}, seed {}", label(group, all), value_text(setting(*group.runs.front(), "seed")));
}

std::vector<Tree> Grouping::values(std::size_t axis) const {
  std::vector<Tree> found;
  for (const auto& group : groups)
    if (!group.values[axis].is_null() && std::ranges::find(found, group.values[axis]) == found.end())
      found.push_back(group.values[axis]);
  std::ranges::stable_sort(found, [](const Tree& a, const Tree& b) {
    return a.is_number() && b.is_number() && a.get<double>() < b.get<double>();
  });
  return found;
}

bool Grouping::is_numeric(std::size_t axis) const {
  return std::ranges::all_of(
      groups, [axis](const Group& group) { return group.values[axis].is_null() || group.values[axis].is_number(); });
}

std::vector<const Group*> Grouping::ordered_by(const std::vector<std::size_t>& places) const {
  std::vector<const Group*> ordered;
  for (const auto& group : groups) ordered.push_back(&group);
  std::ranges::stable_sort(ordered, [&](const Group* a, const Group* b) {
    for (const auto place : places)
      if (a->ranks[place] != b->ranks[place]) return a->ranks[place] < b->ranks[place];
    return false;
  });
  return ordered;
}

std::vector<std::string> differing_keys(const std::vector<RunRecord>& runs) {
  std::vector<std::string> keys;
  for (const auto& run : runs)
    for (const auto& [key, value] : run.settings.items())
      if (std::ranges::find(keys, key) == keys.end() && setting(runs.front(), key) != value) keys.push_back(key);
  // A key that the first run alone has differs too.
  if (!runs.empty())
    for (const auto& [key, value] : runs.front().settings.items())
      if (std::ranges::find(keys, key) == keys.end() &&
          std::ranges::any_of(runs, [&](const RunRecord& run) { return setting(run, key) != value; }))
        keys.push_back(key);
  return keys;
}

Grouping group_by_settings(const std::vector<RunRecord>& runs, const std::vector<std::string>& swept) {
  Grouping grouping;
  grouping.axes = find_axes(runs, swept);
  std::vector<std::map<Tree, std::size_t>> ranks;
  for (const auto& axis : grouping.axes) ranks.push_back(rank_values(runs, axis));

  std::map<std::vector<std::size_t>, Group> ordered;
  for (const auto& run : runs) {
    const auto values = settings(run, grouping.axes);
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < values.size(); ++i) place.push_back(ranks[i].at(values[i]));
    Group& group = ordered[place];
    group.values = values;
    group.runs.push_back(&run);
  }
  for (auto& [place, group] : ordered) {
    group.ranks = place;
    grouping.groups.push_back(std::move(group));
  }
  return grouping;
}

}  // namespace sextant::report
