#include "sextant/results/run_reader.h"

#include <filesystem>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/results/json_file.h"
#include "sextant/results/metrics_reader.h"
#include "sextant/results/option_value.h"
#include "sextant/results/run_files.h"

namespace sextant::results {
namespace {

/// Runs `read` where the file is there; what it throws becomes a fault.
template <class Read>
void guard(const std::string& file, std::vector<Fault>& faults, Read read) {
  try {
    if (file_exists(file)) read();
  } catch (const std::bad_alloc&) {
    throw;  // no fault of the file
  } catch (const std::exception& error) {
    faults.push_back({file, error.what()});
  }
}

template <class Value>
std::optional<Value> find_value(const Tree& tree, const char* key) {
  const auto found = tree.find(key);
  return found == tree.end() || found->is_null() ? std::nullopt : std::optional(found->template get<Value>());
}

/// A run that could not even begin has no steps and no metrics.
void read_result(const Tree& result, RunRecord& run) {
  run.status = result.at("status").get<std::string>();
  run.fault = result.value("fault", "");
  run.code = result.value("code", "");
  run.step = find_value<Index>(result, "step");
  run.steps = find_value<Index>(result, "steps");
  run.parameters = find_value<Index>(result, "parameters");
  if (const auto metrics = result.find("metrics"); metrics != result.end()) run.finals = flatten(*metrics);
}

void read_configuration(const std::string& file, RunRecord& run) {
  run.configuration = flatten(read_toml_file(file));
  run.settings = normal_settings(run.configuration);
  run.steps = find_value<Index>(run.settings, "train.steps");
}

bool has_ended(const std::string& status) { return status == "done" || status == "diverged" || status == "failed"; }

}  // namespace

bool is_run_directory(const std::string& directory) {
  return file_exists(file_in(directory, run_file::configuration)) && !file_exists(file_in(directory, sweep_file::runs));
}

RunRecord read_run(const std::string& directory, std::vector<Fault>& faults) {
  RunRecord run;
  run.directory = directory;
  run.name = std::filesystem::path(directory).filename().string();
  run.status = "running";
  const auto file = [&](const char* name) { return file_in(directory, name); };
  guard(file(run_file::configuration), faults, [&] { read_configuration(file(run_file::configuration), run); });
  guard(file(run_file::metrics), faults, [&] { run.metrics = read_metrics(directory); });
  if (!run.metrics.empty()) run.step = run.metrics.back().step;
  guard(file(run_file::result), faults, [&] { read_result(read_json_file(file(run_file::result)), run); });
  guard(file(run_file::timing), faults,
        [&] { run.seconds = find_value<double>(read_json_file(file(run_file::timing)), "seconds"); });
  return run;
}

std::optional<Tree> read_run_result(const std::string& directory) {
  const std::string path = file_in(directory, run_file::result);
  if (!file_exists(path)) return std::nullopt;
  Tree result;
  try {
    result = read_json_file(path);
  } catch (const Error& error) {
    fail("{}: {}; delete it to retrain the run", path, error.what());
  }
  if (!result.is_object() || !has_ended(result.value("status", ""))) return std::nullopt;
  return result;
}

std::optional<RunRecord> read_run_record(const std::string& directory) {
  if (!file_exists(file_in(directory, run_file::configuration)) || !read_run_result(directory)) return std::nullopt;
  std::vector<Fault> faults;
  RunRecord run = read_run(directory, faults);
  for (const auto& fault : faults)
    require(fault.file == file_in(directory, run_file::metrics), "{}: {}; delete it to retrain the run", fault.file,
            fault.message);
  return run;
}

}  // namespace sextant::results
