// The course of a run. At each step, in this order: update, training row, evaluation, checkpoint; so a
// checkpoint of step s stands for all rows up to s, and rows beyond it are written again after a restart.
#include "sextant/lab/run.h"

#include "sextant/core/code_version.h"
#include "sextant/core/environment.h"
#include "sextant/core/files.h"
#include "sextant/core/printable.h"
#include "sextant/lab/weights_at_start.h"
#include "sextant/results/checksums.h"

namespace sextant::lab {
namespace {

Tree write_metrics(const Metrics& metrics) {
  Tree tree{{"loss", metrics.loss}};
  if (metrics.accuracy) tree["accuracy"] = *metrics.accuracy;
  return tree;
}

std::string own_instruction_set() { return environment_record().at("instruction_set").get<std::string>(); }

Index count_parameters(const Model& model) {
  Index count = 0;
  for (const auto& tensor : model.tensors()) count += tensor.size();
  return count;
}

bool is_due(Index step, Index every) { return every > 0 && step % every == 0; }

}  // namespace

Run::Run(const RunRequest& request)
    : configuration_(request.configuration),
      metrics_(file_in(request.directory, run_file::metrics)),
      wants_tensorboard_(request.tensorboard),
      early_stop_(configuration_.train),
      instruction_sets_(own_instruction_set()) {
  if (!request.fresh && file_exists(file_in(request.directory, run_file::result))) {
    directory_.emplace(request.directory, configuration_, false);
    if (answers_from_disk()) return;
  }
  assembly_ =
      std::make_unique<Assembly>(configuration_);  // before the directory: a wrong request leaves nothing behind
  if (!directory_) {
    directory_.emplace(request.directory, configuration_, request.fresh);
    if (answers_from_disk()) return;  // another process has finished it meanwhile
  }
  if (configuration_.train.record_positions) history_.emplace(session().model());
  const bool goes_on = directory_->has(run_file::checkpoint);
  if (!goes_on || configuration_.train.meter) audit_ = assembly_->session().initialise();
  if (configuration_.train.meter) meter_.emplace(*assembly_);  // it must see the start, also of a run that goes on
  if (goes_on) take_up_checkpoint();
}

bool Run::answers_from_disk() {
  const auto result = directory_->finished_result();
  if (!result) return false;
  finished_ = true;
  result_ = *result;
  return true;
}

void Run::take_up_checkpoint() {
  const auto state = session().read_checkpoint(directory_->file(run_file::checkpoint));
  require(state.step <= steps(), "{}: its checkpoint is at step {}, beyond the last step {}", directory_->path(),
          state.step, steps());
  resumed_ = true;
  audit_.clear();
  session().set_step(state.step);
  early_stop_.restore(state.early_stop);
  last_step_ = state.last_step;
  if (history_ && history_->has_subject()) history_->read(directory_->file(run_file::positions), state.step);
  if (state.instruction_set.find(instruction_sets_) == std::string::npos)
    instruction_sets_ = state.instruction_set + ", " + instruction_sets_;
  else
    instruction_sets_ = state.instruction_set;
}

Index Run::step() const { return finished_ ? result_.at("step").get<Index>() : session().step(); }
Index Run::steps() const { return finished_ ? result_.at("steps").get<Index>() : session().steps(); }

std::vector<std::string> Run::task_notes() const {
  return assembly_ ? assembly_->task().notes() : std::vector<std::string>();
}

const Tree& Run::go(RunListener& listener) {
  if (finished_) return result_;
  try {
    work(listener);
  } catch (const std::exception& error) {
    note_failure(reason_of(error));
    throw;
  }
  return result_;
}

void Run::work(RunListener& listener) {
  const Index first_step = step();
  write_start();
  const std::string status = train(listener);
  if (history_ && status != "interrupted") history_->end(step());
  listener.on_trained();
  write_timing(step() - first_step);
  save_checkpoint();
  finish(status);
}

/// Returns how it ended: done, diverged or interrupted.
std::string Run::train(RunListener& listener) {
  if (history_ && !resumed_) history_->observe(0);
  if (!resumed_) read_meter();
  if (!resumed_ && is_due(0, configuration_.train.evaluate_every)) evaluate(listener);
  while (step() < steps() && !early_stop_.state().stopped) {
    if (listener.wants_stop(step())) return "interrupted";
    if (!advance(listener)) return "diverged";
  }
  // Taken up at its very end: the rows are in the file, the numbers must be made again.
  if (is_evaluation_due(step()) && evaluated_at_ != step()) {
    for (const auto& split : assembly_->task().splits()) evaluated_[split] = session().evaluate(split);
    evaluated_at_ = step();
  }
  return "done";
}

void Run::write_start() {
  directory_->remove_panels();
  directory_->write(run_file::configuration,
                    write_checked_toml(write_toml(configuration_.write()), identity_digest(configuration_)));
  Tree environment = environment_record();
  environment["precision"] = configuration_.general.precision;
  environment["denormals"] = configuration_.train.denormals;
  environment["threads"] = configuration_.train.threads;
  environment["code"] = code_version(configuration_);
  environment["variants"] = variant_versions(configuration_);
  environment["data"] = digest_data(configuration_);
  environment["run"] = identity_digest(configuration_);
  directory_->write(run_file::environment, write_checked_json(std::move(environment)));
  if (!resumed_) {
    directory_->write(run_file::audit, audit_csv(audit_));
    directory_->write(run_file::weights_at_start, describe_weights_at_start(session().model()).dump() + "\n");
  }
  metrics_.open(resumed_ ? std::optional<Index>(step()) : std::nullopt, directory_->when_to_sync(),
                meter_ ? meter_->columns() : std::vector<std::string>());
  if (wants_tensorboard_) tensorboard_.emplace(directory_->path(), resumed_ ? step() + 1 : 0);
}

bool Run::is_evaluation_due(Index at) {
  return is_due(at, configuration_.train.evaluate_every) || (configuration_.train.evaluate_at_end && at == steps());
}

/// One step with its rows and, where due, its checkpoint; false where it diverged.
bool Run::advance(RunListener& listener) {
  const StepReport report = session().make_step();
  listener.on_news({report.step, steps(), report.metrics.loss, report.metrics.accuracy});
  if (!report.fault.empty()) {
    fault_ = report.fault;
    return false;
  }
  last_step_ = report.metrics;
  if (history_) history_->observe(report.step);
  if (is_due(report.step, configuration_.train.record_every))
    record({report.step, "train", report.metrics.loss, report.metrics.accuracy, report.learning_rate,
            report.gradient_norm});
  read_meter();
  if (is_evaluation_due(report.step)) evaluate(listener);
  // The last step's checkpoint is written by go().
  if (is_due(report.step, configuration_.train.checkpoint_every) && report.step < steps()) save_checkpoint();
  return true;
}

void Run::record(const MetricsRow& row) {
  metrics_.add(row);
  if (tensorboard_) tensorboard_->add(row);
}

/// A row of the meter, where one is due.
void Run::read_meter() {
  if (!meter_ || !meter_->is_due(step())) return;
  MetricsRow row{step(), "meter"};
  for (const auto& reading : meter_->read(step())) row.readings.emplace_back("meter." + reading.name, reading.value);
  record(row);
}

void Run::evaluate(RunListener& listener) {
  for (const auto& split : assembly_->task().splits()) {
    const Metrics metrics = session().evaluate(split);
    record({step(), split, metrics.loss, metrics.accuracy});
    evaluated_[split] = metrics;
    listener.on_evaluation(split, {step(), steps(), metrics.loss, metrics.accuracy});
    early_stop_.observe(split, metrics.loss, metrics.accuracy);
  }
  evaluated_at_ = step();
}

void Run::save_checkpoint() {
  if (history_ && history_->has_subject()) {
    history_->write(directory_->file(run_file::positions), identity_digest(configuration_), directory_->when_to_sync());
    directory_->note_written(run_file::positions);
  }
  metrics_.sync();
  directory_->sync();
  session().write_checkpoint(directory_->file(run_file::checkpoint),
                             {.step = step(),
                              .last_step = last_step_,
                              .early_stop = early_stop_.state(),
                              .configuration = write_toml(configuration_.write_identity()),
                              .instruction_set = instruction_sets_,
                              .metrics = metrics_.written().dump()});
}

/// What every result begins with.
Tree Run::begin_result(const std::string& status) const {
  return {{"status", status},           {"step", step()},
          {"steps", steps()},           {"code", code_version(configuration_)},
          {"engine", engine_version()}, {"run", identity_digest(configuration_)}};
}

void Run::finish(const std::string& status) {
  result_ = begin_result(status);
  if (early_stop_.state().stopped) result_["stopped_early"] = true;
  if (!fault_.empty()) result_["fault"] = fmt::format("step {}: {}", step() + 1, fault_);
  result_["parameters"] = count_parameters(session().model());
  result_["metrics"] = Tree::object();
  if (step() > 0) result_["metrics"]["train"] = write_metrics(last_step_);
  if (evaluated_at_ == step())
    for (const auto& [split, metrics] : evaluated_) result_["metrics"][split] = write_metrics(metrics);
  if (meter_ && status != "interrupted")
    for (const auto& reading : meter_->read(step())) result_["metrics"]["meter"][reading.name] = reading.value;
  if (status != "interrupted") result_["files"] = digest_run(directory_->path());
  write_file_atomically(directory_->file(run_file::result), write_checked_json(result_));
}

/// A finished result stays, and what broke is on its way to the caller even where nothing can be written.
void Run::note_failure(const char* reason) {
  try {
    // Without its configuration nobody would know whose failure it is.
    if (directory_->finished_result() || !directory_->has(run_file::configuration)) return;
    result_ = begin_result("failed");
    result_["fault"] = reason;
    result_["parameters"] = count_parameters(session().model());
    result_["metrics"] = Tree::object();
    write_file_atomically(directory_->file(run_file::result), write_checked_json(result_));
  } catch (const std::exception&) {
  }
}

void Run::write_timing(Index made) {
  const std::string path = directory_->file(run_file::timing);
  const std::string before = resumed_ && file_exists(path) ? read_file(path) : "";
  Tree timing = timing_.write(before, made, configuration_.train.batch);
  timing["run"] = identity_digest(configuration_);
  directory_->write(run_file::timing, write_checked_json(std::move(timing)));
}

}  // namespace sextant::lab
