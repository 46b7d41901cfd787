// From the jobs of a grid to phase diagrams and back.
#include "sextant/lab/sweep/adaptive_source.h"

#include <algorithm>
#include <set>

#include "sextant/core/error.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

constexpr Index rounds = 16;  // about this many to spend the budget
constexpr Index least_round = 4;

const Tree* find_setting(const Settings& settings, const std::string& key) {
  const auto found = std::ranges::find(settings, key, &Settings::value_type::first);
  return found == settings.end() ? nullptr : &found->second;
}

bool is_number_everywhere(const std::vector<SweepJob>& jobs, const std::string& key) {
  return std::ranges::all_of(jobs, [&](const SweepJob& job) {
    const Tree* value = find_setting(job.settings, key);
    return !value || value->is_number();
  });
}

std::vector<std::string> choose_axes(const std::vector<SweepJob>& jobs, const std::vector<std::string>& swept_keys) {
  std::vector<std::string> keys;
  for (const auto& key : swept_keys)
    if (keys.size() < 2 && key != "seed" && is_number_everywhere(jobs, key)) keys.push_back(key);
  return keys;
}

/// The jobs of one diagram, sorted into its cells.
AdaptiveDiagram make_diagram(const std::vector<SweepJob>& jobs, const std::vector<std::string>& keys, Settings facet,
                             const BoundaryOptions& options) {
  const std::string place = facet.empty() ? "" : " in " + describe_settings(facet);
  DiagramShape shape;
  std::vector<Tree> seeds;
  for (const auto& key : keys) {
    std::set<double> values;
    for (const auto& job : jobs)
      if (const Tree* value = find_setting(job.settings, key)) values.insert(value->get<double>());
    if (values.size() > 1) shape.axes.push_back({key, {values.begin(), values.end()}});
  }
  require(!shape.axes.empty(),
          "--adaptive: no numeric axis{}; give a key at least two numbers, as in init.gamma=0.3:1.0:0.1", place);
  for (const auto& job : jobs) {
    const Tree* seed = find_setting(job.settings, "seed");
    if (const Tree value = seed ? *seed : Tree(); !std::ranges::count(seeds, value)) seeds.push_back(value);
  }
  shape.seeds = static_cast<Index>(seeds.size());
  require(static_cast<Index>(jobs.size()) == shape.full_runs(),
          "--adaptive: {} distinct runs{}, but {} cells with {} seeds each; every cell must be a distinct run",
          jobs.size(), place, shape.cells(), shape.seeds);
  AdaptiveDiagram diagram{std::move(facet), Boundary(shape, options), {}};
  diagram.jobs.resize(static_cast<std::size_t>(shape.cells()), std::vector<SweepJob>(seeds.size()));
  for (const auto& job : jobs) {
    std::vector<Index> at;
    for (const auto& axis : shape.axes)
      at.push_back(std::ranges::find(axis.values, find_setting(job.settings, axis.key)->get<double>()) -
                   axis.values.begin());
    const Tree* seed = find_setting(job.settings, "seed");
    const auto number = std::ranges::find(seeds, seed ? *seed : Tree()) - seeds.begin();
    diagram.jobs[static_cast<std::size_t>(shape.cell_at(at))][static_cast<std::size_t>(number)] = job;
  }
  return diagram;
}

}  // namespace

AdaptiveSource::AdaptiveSource(const std::vector<SweepJob>& jobs, const std::vector<std::string>& swept_keys,
                               PhaseRules rules, const BoundaryOptions& options, std::string runs_directory)
    : rules_(std::move(rules)), runs_directory_(std::move(runs_directory)) {
  const auto keys = choose_axes(jobs, swept_keys);
  std::vector<std::pair<Settings, std::vector<SweepJob>>> groups;  // in the order in which facets first come
  for (const auto& job : jobs) {
    Settings facet;
    for (const auto& setting : job.settings)
      if (setting.first != "seed" && !std::ranges::count(keys, setting.first)) facet.push_back(setting);
    auto group = std::ranges::find(groups, facet, &std::pair<Settings, std::vector<SweepJob>>::first);
    if (group == groups.end()) group = groups.insert(group, {facet, {}});
    group->second.push_back(job);
  }
  BoundaryOptions with_labels = options;
  with_labels.labels = rules_.labels();
  for (const auto& [facet, members] : groups) diagrams_.push_back(make_diagram(members, keys, facet, with_labels));
}

void AdaptiveSource::propose_round() {
  for (std::size_t i = 0; i < diagrams_.size(); ++i) {
    auto& [facet, boundary, jobs] = diagrams_[i];
    const Index round = std::max(least_round, (boundary.budget_runs() + rounds - 1) / rounds);
    for (const auto& run : boundary.propose(round)) {
      const SweepJob& job = jobs[static_cast<std::size_t>(run.cell)][static_cast<std::size_t>(run.seed)];
      under_way_[job.name] = {i, run};
      waiting_.push_back(job);
    }
  }
  finished_ = waiting_.empty();
}

std::optional<SweepJob> AdaptiveSource::next() {
  if (waiting_.empty() && under_way_.empty() && !finished_) propose_round();
  if (waiting_.empty()) return std::nullopt;
  SweepJob job = std::move(waiting_.front());
  waiting_.pop_front();
  return job;
}

void AdaptiveSource::observe(const Whereabouts& at, const SweepJob& job) {
  const auto record = read_run_record(runs_directory_ + "/" + job.name);
  diagrams_[at.diagram].boundary.observe(at.run.cell, at.run.seed, record ? rules_.label(record->row()) : "");
}

void AdaptiveSource::on_end(const SweepJob& job, const RunOutcome&) {
  const auto found = under_way_.find(job.name);
  if (found == under_way_.end()) return;
  observe(found->second, job);
  under_way_.erase(found);
}

void AdaptiveSource::observe_finished() {
  for (std::size_t i = 0; i < diagrams_.size(); ++i)
    for (Index cell = 0; cell < diagrams_[i].boundary.shape().cells(); ++cell)
      for (Index seed = 0; seed < diagrams_[i].boundary.shape().seeds; ++seed) {
        const auto& job = diagrams_[i].jobs[static_cast<std::size_t>(cell)][static_cast<std::size_t>(seed)];
        if (read_run_result(runs_directory_ + "/" + job.name)) observe({i, {cell, seed}}, job);
      }
}

Index AdaptiveSource::left() const {
  if (finished_) return 0;
  Index observed = 0;
  for (const auto& diagram : diagrams_) observed += diagram.boundary.observed_runs();
  return std::max<Index>(1, budget_runs() - observed);
}

Index AdaptiveSource::budget_runs() const {
  Index sum = 0;
  for (const auto& diagram : diagrams_) sum += diagram.boundary.budget_runs();
  return sum;
}

Tree AdaptiveSource::describe() const {
  Tree tree{{"target", rules_.description()}, {"diagrams", Tree::array()}};
  for (const auto& diagram : diagrams_) {
    Tree entry{{"facet", Tree::object()}};
    for (const auto& [key, value] : diagram.facet) entry["facet"][key] = value;
    entry.update(diagram.boundary.describe());
    tree["diagrams"].push_back(std::move(entry));
  }
  return tree;
}

}  // namespace sextant::lab
