// From a run's directory to its panels.
#include "sextant/lab/analyse.h"

#include <algorithm>

#include "sextant/lab/position_history.h"
#include "sextant/lab/run_directory.h"

namespace sextant::lab {
namespace {

Configuration read_configuration(const std::string& directory) {
  const std::string file = file_in(directory, run_file::configuration);
  require(file_exists(file), "{}: not a run directory (no config.toml)", directory);
  return Configuration::read(read_toml_file(file));
}

void require_weights(const RunDirectory& directory) {
  if (directory.has(run_file::checkpoint)) return;
  const std::string remedy =
      directory.finished_result()
          ? ""
          : fmt::format("; `sextant train {}/config.toml --out {}` resumes it", directory.path(), directory.path());
  require(false, "{}: no checkpoint.safetensors, so there are no weights{}", directory.path(), remedy);
}

/// Every split that has rows.
std::vector<SplitRows> read_splits(Task& task, Index samples) {
  std::vector<SplitRows> splits;
  for (const auto& name : task.splits()) {
    const Index count = samples == 0 ? task.size(name) : std::min(samples, task.size(name));
    if (count < 1) continue;
    SplitRows split{name, {}, task.groups(name)};
    task.fill(split.rows, name, 0, count);
    if (!split.groups.empty()) split.groups.resize(static_cast<std::size_t>(count));
    splits.push_back(std::move(split));
  }
  return splits;
}

/// The split that asks most of a model: "gen" where there is one, else the first.
Batch choose_held_out(const std::vector<SplitRows>& splits) {
  for (const auto& split : splits)
    if (split.name == "gen") return split.rows;
  return splits.empty() ? Batch() : splits.front().rows;
}

/// The weights that the session starts with; those it has are put back.
std::vector<double> draw_start(Session& session) {
  const auto now = session.model().read_weights();
  session.initialise();
  auto start = session.model().read_weights();
  session.model().write_weights(now);
  return start;
}

void write_panels(const RunDirectory& directory, const std::vector<Panel>& panels) {
  if (panels.empty()) return;
  make_directory(directory.file(run_file::panels));
  for (const auto& panel : panels)
    write_file_atomically(directory.file(run_file::panels) + "/" + panel.name + ".json",
                          write_panel(panel).dump() + "\n");
}

}  // namespace

Subject make_subject(Assembly& assembly, Index samples) {
  Task& task = assembly.task();
  auto splits = read_splits(task, samples);
  Subject subject{.model = assembly.session().model(),
                  .seed = assembly.configuration().seed(),
                  .held_out = choose_held_out(splits),
                  .places = task.true_positions(),
                  .splits = std::move(splits),
                  .start = draw_start(assembly.session()),
                  .tokens = task.token_facts()};
  task.fill_training(subject.probes, assembly.configuration().train.meter_probes, subject.seed, 0);
  return subject;
}

void analyse_run(const AnalysisRequest& request, AnalysisWatcher& watcher) {
  require(request.samples >= 1, "samples: expected 1 or more, not {}", request.samples);
  const auto names = request.only.empty() ? analyses().names() : request.only;
  for (const auto& name : names) analyses().find(name);
  const Configuration configuration = read_configuration(request.directory);
  const RunDirectory directory(request.directory, configuration, false);
  require_weights(directory);
  Assembly assembly(configuration);
  const CheckpointState state = assembly.session().read_checkpoint(directory.file(run_file::checkpoint));
  if (!directory.finished_result()) watcher.on_unfinished(state.step, assembly.session().steps());
  Subject subject = make_subject(assembly, request.samples);
  subject.history = read_frames(directory.file(run_file::positions));
  for (const auto& name : names) {
    const auto& variant = analyses().find(name);
    const Findings findings = variant.make(*variant.make_options())->measure(subject);
    write_panels(directory, findings.panels);
    watcher.on_findings(name, findings);
  }
}

}  // namespace sextant::lab
