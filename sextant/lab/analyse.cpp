// From a run's directory to its panels.
#include "sextant/lab/analyse.h"

#include <algorithm>

#include "sextant/analysis/analysis.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/run_directory.h"
#include "sextant/train/checkpoint.h"

namespace sextant::inline SEXTANT_PRECISION {
namespace {

Configuration read_configuration(const std::string& directory) {
  const std::string file = directory + "/config.toml";
  require(file_exists(file), "{}: it has no config.toml, so it is not the directory of a run", directory);
  return Configuration::read(read_toml_file(file));
}

void require_finished(const RunDirectory& directory) {
  require(directory.finished_result().has_value(),
          "{}: its run has not come to its end; `sextant train {}/config.toml --out {}` goes on with it",
          directory.path(), directory.path(), directory.path());
  require(directory.has("checkpoint.safetensors"), "{}: it has no checkpoint.safetensors, so there are no weights",
          directory.path());
}

/// The first rows of the first split that has any.
Batch read_held_out(Task& task, Index samples) {
  Batch batch;
  for (const auto& split : task.splits()) {
    const Index count = std::min(samples, task.size(split));
    if (count < 1) continue;
    task.fill(batch, split, 0, count);
    break;
  }
  return batch;
}

void write_panels(const RunDirectory& directory, const std::vector<Panel>& panels) {
  if (panels.empty()) return;
  make_directory(directory.file("panels"));
  for (const auto& panel : panels)
    write_file_atomically(directory.file("panels") + "/" + panel.name + ".json", write_panel(panel).dump() + "\n");
}

}  // namespace

void analyse_run(const AnalysisRequest& request, const AnalysisWatcher& watch) {
  require(request.samples >= 1, "samples: expected 1 or more, not {}", request.samples);
  const auto names = request.only.empty() ? analyses().names() : request.only;
  for (const auto& name : names) analyses().find(name);
  const Configuration configuration = read_configuration(request.directory);
  const RunDirectory directory(request.directory, configuration, false);
  require_finished(directory);
  Assembly assembly(configuration);
  Trainer& trainer = assembly.trainer();
  read_checkpoint(directory.file("checkpoint.safetensors"), trainer.parameters(), trainer.optimizer());
  const Subject subject{.model = trainer.model(),
                        .seed = configuration.seed(),
                        .held_out = read_held_out(assembly.task(), request.samples),
                        .places = assembly.task().true_positions()};
  for (const auto& name : names) {
    const auto& variant = analyses().find(name);
    const Findings findings = variant.make(*variant.make_options())->measure(subject);
    write_panels(directory, findings.panels);
    watch(name, findings);
  }
}

}  // namespace sextant::inline SEXTANT_PRECISION
