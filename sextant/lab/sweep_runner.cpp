// Each run is a Run in its directory, as `sextant train` would make it.
#include "sextant/lab/sweep_runner.h"

#include <chrono>
#include <map>
#include <mutex>

#include "sextant/core/code_version.h"
#include "sextant/core/files.h"
#include "sextant/core/printable.h"
#include "sextant/lab/run.h"
#include "sextant/results/checksums.h"
#include "sextant/results/run_files.h"
#include "sextant/train/engine.h"

namespace sextant::lab {
namespace {

/// Of the engine alone where the configuration itself is what is wrong.
std::string code_of(const Tree& configuration) {
  try {
    return code_version(Configuration::read(configuration));
  } catch (const Error&) {
    return engine_version();
  }
}

/// A run that cannot even begin leaves its configuration and the reason, as one that broke on its way does.
void note_refusal(const std::string& directory, const Tree& configuration, const std::string& reason) {
  try {
    if (file_exists(file_in(directory, run_file::result))) return;
    make_directory(directory);
    write_file_atomically(file_in(directory, run_file::configuration), write_toml(configuration));
    write_file_atomically(
        file_in(directory, run_file::result),
        write_checked_json({{"status", "failed"}, {"fault", reason}, {"code", code_of(configuration)}}));
  } catch (const std::exception&) {
    // Where nothing can be written the outcome must do.
  }
}

class OwnRunner final : public Runner {
 public:
  Tree resolve(const Tree& configuration) const override { return Configuration::read(configuration).write(); }

  Tree identity(const Tree& configuration) const override {
    return Configuration::read(configuration).write_identity();
  }

  std::string name(const std::string& stem, const Tree& configuration) const override {
    return name_run(stem, Configuration::read(configuration));
  }

  std::string code(const Tree& configuration) const override {
    return code_version(Configuration::read(configuration));
  }

  RunOutcome run(const std::string& directory, const Tree& configuration, RunListener& listener) const override {
    RunOutcome outcome;
    try {
      Run run({Configuration::read(configuration), directory, false});
      outcome.from_disk = run.finished();
      outcome.note = run.damage();
      const auto start = std::chrono::steady_clock::now();
      const Tree& result = run.go(listener);
      outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      outcome.status = result.at("status").get<std::string>();
      outcome.fault = result.value("fault", "");
    } catch (const BusyDirectory&) {
      outcome.status = "busy";
    } catch (const std::exception& error) {
      outcome.status = "failed";
      outcome.fault = reason_of(error);
      note_refusal(directory, configuration, outcome.fault);
    }
    return outcome;
  }

  RunCost cost(const Tree& tree) const override {
    const Configuration configuration = Configuration::read(tree);
    const auto& train = configuration.train;
    const TaskFacts facts = facts_of(configuration);
    const Index per_epoch = (facts.training_rows + train.batch - 1) / train.batch;
    const Index steps = train.epochs > 0 ? train.epochs * per_epoch : train.steps;
    return {.steps = steps,
            .evaluations = count_evaluations(train, steps),
            .flops_per_step = engine(configuration.general.precision)
                                  .count_step_operations(configuration.model, facts.shape, train.batch)};
  }

  RunProbe probe(const Tree& configuration) const override { return probe_run(Configuration::read(configuration)); }

 private:
  struct TaskFacts {
    TaskShape shape;
    Index training_rows = 0;
  };

  /// A task may take seconds to make, and a sweep asks for the same one hundreds of times.
  TaskFacts facts_of(const Configuration& configuration) const {
    const std::string key = configuration.write().at("task").dump();
    const std::lock_guard lock(mutex_);
    const auto found = facts_.find(key);
    if (found != facts_.end()) return found->second;
    const auto task = task_family().find(configuration.task.kind).make(*configuration.task.own, configuration.seed());
    return facts_[key] = {task->shape(), task->size("train")};
  }

  mutable std::mutex mutex_;
  mutable std::map<std::string, TaskFacts> facts_;
};

}  // namespace

std::unique_ptr<Runner> make_runner() { return std::make_unique<OwnRunner>(); }

}  // namespace sextant::lab
