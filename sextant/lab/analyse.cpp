// From a directory to the runs it means, and from each run to its panels.
#include "sextant/lab/analyse.h"

#include <algorithm>
#include <filesystem>

#include "sextant/core/files.h"
#include "sextant/core/stop_scope.h"
#include "sextant/lab/analyse_verdict.h"
#include "sextant/lab/position_history.h"
#include "sextant/lab/run_check.h"
#include "sextant/lab/run_directory.h"
#include "sextant/results/analysis_file.h"
#include "sextant/results/run_reader.h"

namespace sextant::lab {
namespace {

Configuration read_configuration(const std::string& directory) {
  const std::string file = file_in(directory, run_file::configuration);
  require(file_exists(directory), "{}: no such file or directory", directory);
  require(file_exists(file), "{}: neither a run directory (no config.toml) nor a sweep directory (no runs)", directory);
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
                          write_checked_json(write_panel(panel), -1));
}

/// A damaged result counts as none: the sweep trains its run again.
bool has_finished(const std::string& run) {
  try {
    const auto result = read_run_result(run);
    return result && result->value("status", "") != "failed";
  } catch (const DamagedFile&) {
    return false;
  }
}

/// Runs of a sweep that have weights to look at, in the order of their names.
std::vector<std::string> list_finished_runs(const std::string& sweep) {
  std::vector<std::string> runs;
  for (const auto& entry : std::filesystem::directory_iterator(sweep + "/runs")) {
    const std::string run = entry.path().string();
    if (has_finished(run) && file_exists(file_in(run, run_file::checkpoint))) runs.push_back(run);
  }
  require(!runs.empty(), "{}: no run of this sweep has finished yet", sweep);
  std::ranges::sort(runs);
  return runs;
}

/// In one line: the numbers, or why there are none.
std::string describe_findings(const Findings& findings) {
  if (!findings.left_out.empty()) return "skipped: " + findings.left_out;
  std::string text;
  for (const auto& number : findings.numbers)
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : "  ", number.name, number.value);
  return text;
}

RunAnalysis analyse_run(const std::string& run, const AnalyseOptions& options, const std::vector<std::string>& names,
                        Events& events, const std::stop_token& stop) {
  const Configuration configuration = read_configuration(run);
  check_run(run);  // refused here: only what trains may set a damaged run aside
  const RunDirectory directory(run, configuration, false);
  require_weights(directory);
  Assembly assembly(configuration);
  const CheckpointState state = assembly.session().read_checkpoint(directory.file(run_file::checkpoint));
  RunAnalysis result{run, state.step, assembly.session().steps(), directory.finished_result().has_value()};
  if (!result.finished)
    events.on_message(
        {Message::Kind::note,
         fmt::format("the run has not finished; these are its weights at step {} of {}", result.step, result.steps)});
  Subject subject = make_subject(assembly, options.samples);
  subject.history = read_frames(directory.file(run_file::positions));
  for (const auto& name : names) {
    if (stop.stop_requested()) break;
    const auto& variant = analyses().find(name);
    Findings findings;
    try {
      findings = variant.make(*variant.make_options())->measure(subject);
    } catch (const Stopped&) {
      break;
    }
    write_panels(directory, findings.panels);
    events.on_finding({name, describe_findings(findings)});
    result.analyses.push_back({name, std::move(findings)});
  }
  result.sentence = judge_analyses(result.analyses);
  if (options.only.empty() && result.analyses.size() == names.size())  // a few analyses do not replace the whole
    write_file_atomically(directory.file(analysis_file), write_checked_json(describe_analyses(result.analyses), 2));
  return result;
}

}  // namespace

void AnalyseOptions::visit(OptionVisitor& option) {
  option("directory", directory, "of a run, finished or stopped, or of a sweep: all its finished runs");
  option("only", only, "names of analyses; empty: all");
  option("samples", samples, "maximum number of held-out samples");
}

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

AnalyseResult analyse(const AnalyseOptions& options, Events& events, std::stop_token stop) {
  require(options.samples >= 1, "--samples: expected 1 or more, not {}", options.samples);
  const StopScope scope(stop);
  const auto names = options.only.empty() ? analyses().names() : options.only;
  for (const auto& name : names) analyses().find(name);
  AnalyseResult result;
  result.is_sweep = is_directory(options.directory + "/runs");
  const auto runs = result.is_sweep ? list_finished_runs(options.directory) : std::vector{options.directory};
  for (const auto& run : runs) {
    if (stop.stop_requested()) break;
    if (result.is_sweep) events.on_stage(run);
    result.runs.push_back(analyse_run(run, options, names, events, stop));
  }
  result.stopped = result.runs.size() < runs.size() || result.runs.back().analyses.size() < names.size();
  return result;
}

}  // namespace sextant::lab
