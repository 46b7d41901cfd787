// metrics.csv to one table, and to event files.
#include "sextant/report/export.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "sextant/core/error.h"
#include "sextant/core/event_file.h"
#include "sextant/core/files.h"
#include "sextant/results/run_metrics.h"

namespace sextant::report {
namespace {

std::vector<RunMetrics> read_runs(const std::vector<std::string>& directories) {
  std::vector<RunMetrics> runs;
  std::set<std::string> names;
  for (const auto& directory : directories) {
    runs.push_back(read_run_metrics(directory));
    require(names.insert(runs.back().name).second, "{}: another run named {} was given; export them separately",
            directory, runs.back().name);
  }
  return runs;
}

std::string quote(const std::string& field) {
  if (field.find_first_of(",\"\n") == std::string::npos) return field;
  std::string text = "\"";
  for (const char letter : field) text += letter == '"' ? "\"\"" : std::string(1, letter);
  return text + "\"";
}

/// What was measured in a row: loss and accuracy under their split, the others under their own name.
Scalars scalars_of(const RunMetrics& run, const std::vector<std::string>& row) {
  Scalars scalars;
  for (std::size_t i = 2; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    double number = 0;
    const auto parsed = std::from_chars(row[i].data(), row[i].data() + row[i].size(), number);
    require(parsed.ec == std::errc(), "run {}: '{}' in metrics.csv is not a number", run.name, row[i]);
    const bool of_split = run.columns[i] == "loss" || run.columns[i] == "accuracy";
    scalars.emplace_back(of_split ? row[1] + "/" + run.columns[i] : run.columns[i], number);
  }
  return scalars;
}

}  // namespace

void export_csv(const std::vector<std::string>& runs, const std::string& path) {
  std::string text;
  std::vector<std::string> columns;
  for (const auto& run : read_runs(runs)) {
    if (columns.empty()) {
      columns = run.columns;
      text = fmt::format("run,{}\n", fmt::join(columns, ","));
    }
    require(run.columns == columns, "run {}: metrics.csv has different columns from the previous runs", run.name);
    for (const auto& row : run.rows) text += fmt::format("{},{}\n", quote(run.name), fmt::join(row, ","));
  }
  write_file_atomically(path, text);
}

void export_tensorboard(const std::vector<std::string>& runs, const std::string& directory) {
  for (const auto& run : read_runs(runs)) {
    const std::string place = directory + "/" + run.name;
    remove_event_files(place);
    Index last = 1;
    for (const auto& row : run.rows) last = std::max(last, run.step_of(row));
    const double start = run.end_time - run.seconds;
    EventFile file(place, start, 0);
    for (const auto& row : run.rows) {
      const Index step = run.step_of(row);
      const double time = start + run.seconds * static_cast<double>(step) / static_cast<double>(last);
      file.add(time, step, scalars_of(run, row));
    }
  }
}

}  // namespace sextant::report
