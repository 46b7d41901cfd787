#include "sextant/results/run_reader.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"
#include "sextant/results/json_file.h"
#include "sextant/results/run_metrics.h"

namespace sextant::results {
namespace {

/// Runs `read`; what it throws becomes a fault of `file`.
template <class Read>
void guard(const std::string& file, std::vector<Fault>& faults, Read read) {
  try {
    read();
  } catch (const std::exception& error) {
    faults.push_back({file, error.what()});
  }
}

void read_result(const Tree& result, ReportedRun& run) {
  run.status = result.at("status").get<std::string>();
  run.fault = result.value("fault", "");
  run.step = result.at("step").get<Index>();
  run.steps = result.at("steps").get<Index>();
  if (result.contains("parameters")) run.parameters = result["parameters"].get<Index>();
  for (const auto& [split, metrics] : result.at("metrics").items())
    for (const auto& [metric, value] : metrics.items()) run.finals[split + "." + metric] = value;
}

std::optional<double> read_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(fault == std::errc() && end == text.data() + text.size(), "'{}' is not a number", text);
  return value;
}

/// Where the run stands as long as it has no result.
void read_progress(ReportedRun& run) {
  run.status = "running";
  if (run.settings.contains("train.steps")) run.steps = run.settings["train.steps"].get<Index>();
  if (!run.metrics.empty()) run.step = run.metrics.back().step;
}

}  // namespace

bool is_run_directory(const std::string& directory) {
  return file_exists(directory + "/config.toml") && !file_exists(directory + "/runs");
}

ReportedRun read_run(const std::string& directory, std::vector<Fault>& faults) {
  ReportedRun run;
  run.directory = directory;
  run.name = std::filesystem::path(directory).filename().string();
  const auto file = [&](const char* name) { return directory + "/" + name; };
  guard(file("config.toml"), faults, [&] { run.settings = flatten(read_toml_file(file("config.toml"))); });
  if (file_exists(file("metrics.csv")))
    guard(file("metrics.csv"), faults, [&] { run.metrics = read_metrics(directory); });
  guard(file("config.toml"), faults, [&] { read_progress(run); });
  if (file_exists(file("result.json")))
    guard(file("result.json"), faults, [&] { read_result(read_json_file(file("result.json")), run); });
  if (file_exists(file("timing.json")))
    guard(file("timing.json"), faults,
          [&] { run.seconds = read_json_file(file("timing.json")).at("seconds").get<double>(); });
  return run;
}

std::vector<MetricsLine> read_metrics(const std::string& directory) {
  const RunMetrics file = read_run_metrics(directory);
  const auto place = [&](const char* column) {
    const auto found = std::ranges::find(file.columns, column);
    require(found != file.columns.end(), "metrics.csv: no column '{}'", column);
    return static_cast<std::size_t>(found - file.columns.begin());
  };
  const auto loss = place("loss");
  const auto accuracy = place("accuracy");
  std::vector<MetricsLine> lines;
  for (const auto& row : file.rows) {
    lines.push_back({file.step_of(row), row[1], read_number(row[loss]), read_number(row[accuracy])});
    for (std::size_t i = 0; i < row.size(); ++i)
      if (file.columns[i].starts_with("meter."))
        if (const auto value = read_number(row[i])) lines.back().readings.emplace_back(file.columns[i], *value);
  }
  return lines;
}

Tree flatten(const Tree& tree) {
  Tree flat = Tree::object();
  for (const auto& [key, value] : tree.items()) {
    if (!value.is_object()) {
      flat[key] = value;
      continue;
    }
    const Tree section = flatten(value);
    for (const auto& [inner, leaf] : section.items()) flat[key + "." + inner] = leaf;
  }
  return flat;
}

Tree unflatten(const Tree& flat) {
  Tree tree = Tree::object();
  for (const auto& [key, value] : flat.items()) {
    Tree* place = &tree;
    std::size_t start = 0;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', start)) {
      place = &(*place)[key.substr(start, dot - start)];
      start = dot + 1;
    }
    (*place)[key.substr(start)] = value;
  }
  return tree;
}

}  // namespace sextant::results
