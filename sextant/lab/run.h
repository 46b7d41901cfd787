// One run in its directory: config.toml, environment.json, audit.csv, weights_at_start.json, metrics.csv,
// positions.safetensors, timing.json, checkpoint.safetensors and result.json. Re-running a finished run returns the
// cached result and an unfinished one resumes from its checkpoint; either way the files end with the same bytes
// (timing.json and environment.json apart).
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "sextant/core/tree.h"
#include "sextant/lab/assembly.h"
#include "sextant/lab/live_meter.h"
#include "sextant/lab/position_history.h"
#include "sextant/lab/run_directory.h"
#include "sextant/lab/run_listener.h"
#include "sextant/lab/tensorboard_log.h"
#include "sextant/results/metrics_file.h"
#include "sextant/results/run_record.h"

namespace sextant::lab {

struct RunRequest {
  Configuration configuration;
  std::string directory;
  bool fresh = false;        // removes a run that is already there
  bool tensorboard = false;  // writes the rows of metrics.csv as event files too
};

class Run {
 public:
  /// Checks the request, builds the model and draws its start or takes up its checkpoint. Writes nothing
  /// but the directory. A finished run is only read: no model is built.
  explicit Run(const RunRequest& request);

  /// True where the answer was on the disk already; then result() has it.
  bool finished() const { return finished_; }
  bool resumed() const { return resumed_; }
  Index step() const;
  Index steps() const;
  /// How the task's files were read; nothing where the answer was on the disk.
  std::vector<std::string> task_notes() const;
  /// What was found damaged in the directory, and what became of it; empty: nothing was.
  std::string damage() const { return directory_->damage(); }
  /// Of a run that starts at step 0.
  const std::vector<AuditRow>& audit_rows() const { return audit_; }

  /// Trains until the end, an early stop, a divergence or the listener's wish; returns result(). What breaks on the way
  /// is thrown on, and noted in result.json with the status failed where the disk allows it; asked again, the run
  /// goes on from its last checkpoint.
  const Tree& go(RunListener& listener);
  /// What result.json holds: status done, diverged, interrupted or failed, the step and the metrics.
  const Tree& result() const { return result_; }

 private:
  bool answers_from_disk();
  void take_up_checkpoint();
  void work(RunListener& listener);
  std::string train(RunListener& listener);
  void write_start();
  bool is_evaluation_due(Index step);
  void evaluate(RunListener& listener);
  bool advance(RunListener& listener);
  void record(const MetricsRow& row);
  void read_meter();
  void save_checkpoint();
  Tree begin_result(const std::string& status) const;
  void finish(const std::string& status);
  void note_failure(const char* reason);
  void write_timing(Index steps);
  Session& session() const { return assembly_->session(); }

  RunTiming timing_;
  Configuration configuration_;
  std::unique_ptr<Assembly> assembly_;  // none where the run was finished before
  std::optional<RunDirectory> directory_;
  MetricsFile metrics_;
  std::optional<PositionHistory> history_;
  std::optional<LiveMeter> meter_;
  bool wants_tensorboard_;
  std::optional<TensorBoardLog> tensorboard_;
  EarlyStop early_stop_;
  std::vector<AuditRow> audit_;
  bool finished_ = false;
  bool resumed_ = false;
  std::string instruction_sets_;
  std::string fault_;
  Metrics last_step_;
  std::map<std::string, Metrics> evaluated_;  // by split, at step evaluated_at_
  Index evaluated_at_ = -1;
  Tree result_;
};

}  // namespace sextant::lab
