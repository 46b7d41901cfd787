// metrics.csv to one table, and to event files.
#include "sextant/report/export.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/event_file.h"
#include "sextant/core/files.h"
#include "sextant/results/metrics_file.h"
#include "sextant/results/run_files.h"
#include "sextant/results/run_reader.h"

namespace sextant::report {
namespace {

namespace fs = std::filesystem;

/// The directories by the names of their runs, in the order given.
std::vector<std::pair<std::string, std::string>> name_runs(const std::vector<std::string>& directories) {
  std::vector<std::pair<std::string, std::string>> runs;
  std::set<std::string> names;
  for (const auto& directory : directories) {
    // Also of "runs/one/" and ".".
    const std::string name = (fs::weakly_canonical(directory) / "").parent_path().filename().string();
    require(names.insert(name).second, "{}: another run named {} was given; export them separately", directory, name);
    runs.emplace_back(name, directory);
  }
  return runs;
}

/// In seconds since 1970.
double write_time(const std::string& path) {
  const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(path));
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

constexpr int deepest_run = 4;  // an experiment, its sweeps, their runs

void add_runs(const std::string& path, int depth, std::vector<std::string>& runs) {
  if (is_run_directory(path)) {
    runs.push_back(path);
    return;
  }
  if (depth == deepest_run || !is_directory(path)) return;
  std::vector<std::string> folders;
  std::error_code reason, ignored;
  for (const auto& entry : fs::directory_iterator(path, reason))
    if (entry.is_directory(ignored)) folders.push_back(entry.path().string());
  require(!reason, "cannot read {}: {}", path, reason.message());
  std::ranges::sort(folders);
  for (const auto& folder : folders) add_runs(folder, depth + 1, runs);
}

}  // namespace

std::vector<std::string> list_runs_in(const std::vector<std::string>& paths) {
  std::vector<std::string> runs;
  for (const auto& path : paths) {
    require(file_exists(path), "{}: no such file or directory", path);
    const std::size_t before = runs.size();
    add_runs(path, 0, runs);
    require(runs.size() > before, "{}: no run in it; give a run, a sweep or an experiment directory", path);
  }
  return runs;
}

void export_csv(const std::vector<std::string>& runs, const std::string& path) {
  std::string text;
  std::vector<std::string> columns;
  const auto add_line = [&](const std::string& first, std::vector<std::string> fields) {
    fields.insert(fields.begin(), first);
    text += csv_line(fields);
  };
  for (const auto& [name, directory] : name_runs(runs)) {
    check_metrics(directory);
    const MetricsTable table = read_metrics_table(directory);
    if (columns.empty()) {
      columns = table.columns;
      add_line("run", columns);
    }
    require(table.columns == columns, "run {}: metrics.csv has different columns from the previous runs", name);
    for (const auto& row : table.rows) add_line(name, row);
  }
  write_file_atomically(path, text);
}

void export_tensorboard(const std::vector<std::string>& runs, const std::string& directory) {
  for (const auto& [name, run] : name_runs(runs)) {
    check_metrics(run);
    const auto rows = read_metrics(run);
    std::vector<Fault> ignored;  // a run without a time is exported all the same
    const double seconds = read_run(run, ignored).seconds.value_or(0);
    const double start = write_time(file_in(run, run_file::metrics)) - seconds;
    const std::string place = directory + "/" + name;
    remove_event_files(place);
    Index last = 1;
    for (const auto& row : rows) last = std::max(last, row.step);
    EventFile file(place, start, 0);
    for (const auto& row : rows)
      file.add(start + seconds * static_cast<double>(row.step) / static_cast<double>(last), row.step, scalars_of(row));
  }
}

}  // namespace sextant::report
