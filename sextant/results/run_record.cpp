// Reads result.json, config.toml, timing.json and metrics.csv.
#include "sextant/results/run_record.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/options.h"

namespace sextant::results {
namespace {

constexpr std::size_t columns_of_metrics = 6;

/// {"model": {"depth": 2}} -> "model.depth": 2.
void flatten(const Tree& tree, const std::string& prefix, Tree& row) {
  for (const auto& [key, value] : tree.items()) {
    const std::string path = prefix.empty() ? key : prefix + "." + key;
    if (value.is_object())
      flatten(value, path, row);
    else
      row[path] = value == "auto" ? Tree() : value;  // an option that is not set
  }
}

Tree read_json(const std::string& path) {
  try {
    return Tree::parse(read_file(path));
  } catch (const nlohmann::json::exception& error) {
    fail("{}: not valid JSON ({}); delete it to retrain the run", path, error.what());
  }
}

Tree read_cell(std::string_view text, std::size_t column) {
  constexpr std::size_t split_column = 1;
  if (column == split_column) return std::string(text);
  double number = 0;
  const auto end = text.data() + text.size();
  if (text.empty() || std::from_chars(text.data(), end, number).ptr != end) return Tree();
  if (column == 0) return static_cast<std::int64_t>(number);
  return number;
}

std::vector<std::string_view> split_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t start = 0;;) {
    const std::size_t end = line.find(',', start);
    cells.push_back(line.substr(start, end - start));
    if (end == std::string_view::npos) return cells;
    start = end + 1;
  }
}

/// One row of metrics.csv; cells behind the usual ones are readings, named by the header.
void add_row(const std::vector<std::string_view>& names, const std::vector<std::string_view>& cells,
             RunRecord& record) {
  std::vector<Tree> row;
  for (std::size_t column = 0; column < columns_of_metrics; ++column)
    row.push_back(column < cells.size() ? read_cell(cells[column], column) : Tree());
  bool has_readings = false;
  for (std::size_t column = columns_of_metrics; column < std::min(names.size(), cells.size()); ++column) {
    if (cells[column].empty()) continue;
    has_readings = true;
    record.readings.push_back({row[0], std::string(names[column]), read_cell(cells[column], column)});
  }
  if (!has_readings) record.metrics.push_back(std::move(row));
}

void read_metrics(const std::string& path, RunRecord& record) {
  if (!file_exists(path)) return;
  const std::string content = read_file(path);
  std::size_t start = content.find('\n');
  const auto names = split_cells(std::string_view(content).substr(0, start));
  while (start != std::string::npos && start + 1 < content.size()) {
    const std::size_t end = content.find('\n', start + 1);
    if (end == std::string::npos) break;  // a torn line
    add_row(names, split_cells(std::string_view(content.data() + start + 1, end - start - 1)), record);
    start = end;
  }
}

}  // namespace

std::optional<Tree> read_run_result(const std::string& directory) {
  const std::string path = directory + "/result.json";
  if (!file_exists(path)) return std::nullopt;
  Tree result = read_json(path);
  if (!result.is_object()) return std::nullopt;
  const std::string status = result.value("status", "");
  if (status != "done" && status != "diverged" && status != "failed") return std::nullopt;
  return result;
}

std::optional<RunRecord> read_run_record(const std::string& directory) {
  const auto result = read_run_result(directory);
  if (!result || !file_exists(directory + "/config.toml")) return std::nullopt;
  RunRecord record;
  record.row["name"] = std::filesystem::path(directory).filename().string();
  for (const char* key : {"status", "fault", "step", "steps", "parameters", "code"})
    record.row[key] = result->contains(key) ? (*result)[key] : Tree();
  const std::string timing = directory + "/timing.json";
  record.row["seconds"] = file_exists(timing) ? read_json(timing).value("seconds", Tree()) : Tree();
  flatten(read_toml_file(directory + "/config.toml"), "", record.row);
  if (const auto metrics = result->find("metrics"); metrics != result->end()) flatten(*metrics, "final", record.row);
  read_metrics(directory + "/metrics.csv", record);
  return record;
}

}  // namespace sextant::results
