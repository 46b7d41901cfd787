#include "sextant/results/run_reader.h"

#include <filesystem>
#include <new>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/core/renamed_options.h"
#include "sextant/results/checksums.h"
#include "sextant/results/metrics_file.h"
#include "sextant/results/option_value.h"
#include "sextant/results/run_files.h"

namespace sextant::results {
namespace {

/// What `read` throws becomes a fault of the file.
template <class Read>
void guard(const std::string& file, std::vector<Fault>& faults, Read read) {
  try {
    read();
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
  run.configuration = flatten(with_current_option_names(parse_toml(read_checked_toml(file), file)));
  run.settings = normal_settings(run.configuration);
  run.steps = find_value<Index>(run.settings, "train.steps");
}

/// Checks files against the digests in a result, where the run has come to its end: a run that goes on changes them.
bool has_digests(const Tree& result) {
  const std::string status = result.value("status", "");
  return status == "done" || status == "diverged";
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
  Tree result = Tree::object();
  guard(file(run_file::result), faults, [&] {
    if (file_exists(file(run_file::result))) result = read_file_of_run(directory, run_file::result);
  });
  const auto check = [&](const char* name) {
    if (has_digests(result)) check_run_file(directory, result, name);
  };
  const auto read = [&](const char* name, const auto& work) {
    guard(file(name), faults, [&] {
      check(name);  // also that it is there
      if (file_exists(file(name))) work(file(name));
    });
  };
  read(run_file::configuration, [&](const std::string& path) { read_configuration(path, run); });
  read(run_file::metrics, [&](const std::string&) { run.metrics = read_metrics(directory); });
  if (!run.metrics.empty()) run.step = run.metrics.back().step;
  if (!result.empty()) guard(file(run_file::result), faults, [&] { read_result(result, run); });
  read(run_file::timing, [&](const std::string&) {
    run.seconds = find_value<double>(read_file_of_run(directory, run_file::timing), "seconds");
  });
  return run;
}

std::optional<Tree> read_run_result(const std::string& directory) {
  const std::string path = file_in(directory, run_file::result);
  if (!file_exists(path)) return std::nullopt;
  Tree result = read_file_of_run(directory, run_file::result);
  try {
    if (!has_ended(result.value("status", ""))) return std::nullopt;
  } catch (const nlohmann::json::exception&) {
    throw DamagedFile(path, "its status is not a text");
  }
  return result;
}

std::optional<RunRecord> read_run_record(const std::string& directory) {
  const auto result = read_run_result(directory);
  const std::string configuration = file_in(directory, run_file::configuration);
  if (result && result->contains("files") && !file_exists(configuration))
    throw DamagedFile(configuration, "it has gone");
  if (!result || !file_exists(configuration)) return std::nullopt;
  std::vector<Fault> faults;
  RunRecord run = read_run(directory, faults);
  for (const auto& fault : faults)  // a run of version 0.1 is a result even without its curves
    if (result->contains("files") || fault.file != file_in(directory, run_file::metrics))
      throw DamagedFile(fault.file, fault.message);
  return run;
}

}  // namespace sextant::results
