#include "sextant/report/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <set>
#include <utility>

#include "sextant/report/gathering.h"
#include "sextant/report/headlines.h"
#include "sextant/report/spread.h"

namespace sextant::report {
namespace {

Tree describe_run(const RunRecord& run, const Grouping& grouping, bool many_seeds, std::size_t source) {
  Tree entry{{"name", run.name}, {"status", run.status}};
  if (!run.fault.empty()) entry["fault"] = run.fault;
  entry["step"] = run.step.value_or(0);
  entry["steps"] = run.steps.value_or(0);
  entry["parameters"] = run.parameters ? Tree(*run.parameters) : Tree();
  if (run.seconds) entry["seconds"] = rounded(*run.seconds);
  entry["settings"] = Tree::object();
  for (const auto& axis : grouping.axes) entry["settings"][axis] = run.settings.value(axis, Tree());
  if (many_seeds) entry["settings"]["seed"] = run.settings.value("seed", Tree());
  entry["final"] = Tree::object();
  for (const auto& [metric, value] : run.finals.items())
    entry["final"][metric] = value.is_number() ? rounded(value.get<double>()) : Tree();
  entry["source"] = source;
  return entry;
}

bool has_many_seeds(const RunSet& set) {
  std::set<std::string> seeds;
  for (const auto& run : set.runs) seeds.insert(run.settings.value("seed", Tree()).dump());
  return seeds.size() > 1;
}

/// All panels of one set: what is asked first comes first.
std::vector<Tree> make_set_panels(const RunSet& set, const Grouping& grouping, std::vector<Fault>& faults) {
  std::vector<Tree> panels;
  const auto add = [&](const char* what, auto make) {
    try {
      for (auto& panel : make()) panels.push_back(std::move(panel));
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the file
    } catch (const std::exception& error) {
      faults.push_back({fmt::format("{} of {}", what, set.name), error.what()});
    }
  };
  add("phase diagram", [&] { return make_phase_diagrams(grouping, set.boundary, faults); });
  add("metrics", [&] { return make_metric_by_setting(grouping); });
  add("learning curves", [&] { return make_learning_curves(grouping); });
  add("training dynamics", [&] { return make_meter_curves(grouping); });
  add("position animations", [&] { return make_position_animations(grouping, faults); });
  return panels;
}

/// Ids name elements of the page and files that a reader saves: plain letters, each once.
void make_ids_unique(Tree& panels) {
  std::set<std::string> taken;
  for (auto& panel : panels) {
    std::string id = panel["id"].get<std::string>();
    for (char& letter : id)
      if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '.' && letter != '-') letter = '_';
    std::string name = id;
    for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}-{}", id, number);
    panel["id"] = name;
  }
}

constexpr std::size_t most_titles = 3;  // that one title can hold

/// What was found; an experiment's title (its panel of facts has it where it wrote no headline); else the names of the
/// directories.
std::string make_title(const std::vector<std::string>& paths, const Tree& headlines, const Tree& panels) {
  std::vector<std::string> found;
  for (const auto& headline : headlines) found.push_back(headline["title"].get<std::string>());
  if (found.size() > most_titles) return fmt::format("{}; {}; and {} more", found[0], found[1], found.size() - 2);
  if (!found.empty()) return fmt::format("{}", fmt::join(found, "; "));
  if (paths.size() == 1) {
    for (const auto& panel : panels)
      if (panel["id"] == "experiment") return panel["title"].get<std::string>();
  }
  std::vector<std::string> names;
  for (const auto& path : paths) {
    const auto whole = std::filesystem::absolute(path).lexically_normal();
    names.push_back((whole.has_filename() ? whole : whole.parent_path()).filename().string());
  }
  if (names.size() > 3) return fmt::format("{} and {} more", names.front(), names.size() - 1);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The headline of a set of runs; a boundary.json that is none is a fault of its own (make_phase_diagrams).
Tree make_headline(const RunSet& set, const Grouping& grouping, const Tree& environment) {
  if (set.runs.size() == 1) return make_run_headline(set.runs.front(), environment);
  try {
    return make_sweep_headline(set, grouping, environment);
  } catch (const nlohmann::json::exception&) {
    RunSet without = set;
    without.boundary = Tree();
    return make_sweep_headline(without, group_by_settings(without.runs, without.axes), environment);
  }
}

void append(Tree& list, std::vector<Tree> more) {
  for (auto& one : more) list.push_back(std::move(one));
}

}  // namespace

Tree make_headlines(const std::vector<std::string>& paths) {
  Gathering all = gather_results(paths);
  if (all.headlines.empty() && all.claims.empty())
    for (std::size_t i = 0; i < all.sets.size(); ++i)
      all.headlines.push_back(make_headline(all.sets[i], group_by_settings(all.sets[i].runs, all.sets[i].axes),
                                            all.sources[i].environment));
  return std::move(all.headlines);
}

Tree make_document(const std::vector<std::string>& paths, bool live) {
  Gathering all = gather_results(paths);
  Tree document{{"format", 1}};
  if (live) document["live"] = true;
  document["title"] = "";
  document["headlines"] = Tree::array();
  document["claims"] = std::move(all.claims);
  document["panels"] = Tree::array();
  document["runs"] = Tree::array();
  append(document["panels"], std::move(all.panels));
  // An experiment speaks for its runs.
  const bool own_headlines = all.headlines.empty() && document["claims"].empty() && document["panels"].empty();
  std::vector<std::size_t> heroes;  // the panel that shows what a headline says
  std::vector<Tree> last;           // many small charts, after all that was measured
  for (std::size_t i = 0; i < all.sets.size(); ++i) {
    const RunSet& set = all.sets[i];
    const Grouping grouping = group_by_settings(set.runs, set.axes);
    auto panels = make_set_panels(set, grouping, all.faults);
    if (all.sets.size() > 1)
      for (auto& panel : panels) panel["title"] = fmt::format("{} ({})", panel["title"].get<std::string>(), set.name);
    if (own_headlines) {
      all.headlines.push_back(make_headline(set, grouping, all.sources[i].environment));
      heroes.push_back(document["panels"].size());
    }
    // What analyses found in a single run stands beside its curves, before the animation of its positions.
    const bool alone = all.sets.size() == 1 && set.runs.size() == 1 && !panels.empty();
    const auto middle = panels.begin() + (alone ? 1 : static_cast<std::ptrdiff_t>(panels.size()));
    append(document["panels"], {panels.begin(), middle});
    if (alone) {  // what it attends to first
      std::ranges::stable_partition(all.run_panels,
                                    [](const Tree& panel) { return panel["kind"] == "attention_maps"; });
      append(document["panels"], std::exchange(all.run_panels, {}));
    }
    append(document["panels"], {middle, panels.end()});
    if (last.empty()) last = make_weight_histograms(grouping, all.faults);
    const bool many_seeds = has_many_seeds(set);
    for (const auto& run : set.runs) document["runs"].push_back(describe_run(run, grouping, many_seeds, i));
  }
  append(document["panels"], std::move(all.run_panels));
  append(document["panels"], std::move(last));
  make_ids_unique(document["panels"]);
  for (std::size_t i = 0; i < heroes.size(); ++i)
    if (heroes[i] < document["panels"].size()) all.headlines[i]["figure"] = document["panels"][heroes[i]]["id"];
  document["title"] = make_title(paths, all.headlines, document["panels"]);
  document["headlines"] = std::move(all.headlines);
  document["provenance"] = Tree::array();
  for (const auto& source : all.sources)
    document["provenance"].push_back(
        {{"path", source.path}, {"configuration", source.configuration}, {"environment", source.environment}});
  document["faults"] = Tree::array();
  for (const auto& fault : all.faults) document["faults"].push_back({{"file", fault.file}, {"message", fault.message}});
  return document;
}

}  // namespace sextant::report
