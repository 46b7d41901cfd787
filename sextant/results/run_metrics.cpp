// Lines to fields, and what the other files of the run say of time.
#include "sextant/results/run_metrics.h"

#include <charconv>
#include <chrono>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/tree.h"

namespace sextant::results {
namespace {

std::vector<std::string> split_line(std::string_view line) {
  std::vector<std::string> fields;
  for (;;) {
    const auto comma = line.find(',');
    fields.emplace_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

/// The last part of the path, also of "runs/one/" and ".".
std::string name_of_directory(const std::string& directory) {
  const auto path = std::filesystem::canonical(directory);
  return path.filename().string();
}

double read_seconds(const std::string& path) {
  if (!file_exists(path)) return 0;
  const Tree timing = Tree::parse(read_file(path), nullptr, false);
  return timing.is_object() ? timing.value("seconds", 0.0) : 0.0;
}

double write_time(const std::string& path) {
  const auto time = std::chrono::file_clock::to_sys(std::filesystem::last_write_time(path));
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace

Index RunMetrics::step_of(const std::vector<std::string>& row) const {
  Index step = 0;
  const std::string& text = row.front();
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), step);
  require(parsed.ec == std::errc() && parsed.ptr == text.data() + text.size(),
          "run {}: '{}' in metrics.csv is not a step", name, text);
  return step;
}

RunMetrics read_run_metrics(const std::string& directory) {
  const std::string path = directory + "/metrics.csv";
  require(file_exists(path), "{}: no metrics.csv; give a run directory", directory);
  RunMetrics run{name_of_directory(directory), write_time(path), read_seconds(directory + "/timing.json"), {}, {}};
  const std::string content = read_file(path);
  for (std::string_view rest = content; !rest.empty();) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) break;  // a line that is being written
    auto fields = split_line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (run.columns.empty()) {
      run.columns = std::move(fields);
      require(run.columns.size() > 2 && run.columns[0] == "step" && run.columns[1] == "split",
              "{}: expected a first line step,split,..., found {}", path, fmt::join(run.columns, ","));
      continue;
    }
    require(fields.size() == run.columns.size(), "{}: a row has {} fields, expected {}", path, fields.size(),
            run.columns.size());
    run.rows.push_back(std::move(fields));
  }
  return run;
}

}  // namespace sextant::results
