#include "sextant/results/metrics_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/results/run_files.h"

namespace sextant::results {

std::optional<double> MetricsRow::find(std::string_view column) const {
  for (const auto& [name, member] : metrics_columns)
    if (column == name) return this->*member;
  for (const auto& [name, value] : readings)
    if (column == name) return value;
  return std::nullopt;
}

Scalars scalars_of(const MetricsRow& row) {
  Scalars scalars = row.readings;
  for (const auto& [column, member] : metrics_columns) {
    const std::string name = column;
    const bool of_split = name == "loss" || name == "accuracy";
    if (const auto value = row.*member) scalars.emplace_back(of_split ? row.split + "/" + name : name, *value);
  }
  return scalars;
}

namespace {

constexpr const char* prefix_of_readings = "meter.";

template <class Number>
Number parse_metric(const std::string& text, const char* what) {
  Number number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  require(parsed.ec == std::errc() && parsed.ptr == text.data() + text.size(), "{}: '{}' is not a {}",
          run_file::metrics, text, what);
  return number;
}

std::optional<double> parse_cell(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(parse_metric<double>(text, "number"));
}

}  // namespace

MetricsTable read_metrics_table(const std::string& directory) {
  const std::string path = file_in(directory, run_file::metrics);
  require(file_exists(path), "{}: no metrics.csv; give a run directory", directory);
  const std::string content = read_file(path);
  MetricsTable table;
  CsvReader reader(std::string_view(content).substr(0, content.rfind('\n') + 1), path);
  while (reader.next()) {
    std::vector<std::string> fields(reader.fields().begin(), reader.fields().end());
    if (table.columns.empty()) {
      table.columns = std::move(fields);
      require(table.columns.size() > 2 && table.columns[0] == "step" && table.columns[1] == "split",
              "{}: expected a first line step,split,..., found {}", path, fmt::join(table.columns, ","));
      continue;
    }
    require(fields.size() == table.columns.size(), "{}, line {}: a row has {} fields, expected {}", path,
            reader.line_number(), fields.size(), table.columns.size());
    table.rows.push_back(std::move(fields));
  }
  return table;
}

std::vector<MetricsRow> read_metrics(const std::string& directory) {
  const MetricsTable table = read_metrics_table(directory);
  std::vector<MetricsRow> rows;
  for (const auto& fields : table.rows) {
    MetricsRow& row = rows.emplace_back();
    row.step = parse_metric<Index>(fields[0], "step");
    row.split = fields[1];
    for (std::size_t i = 2; i < fields.size(); ++i) {
      const std::string& column = table.columns[i];
      for (const auto& [name, member] : metrics_columns)
        if (column == name) row.*member = parse_cell(fields[i]);
      if (column.starts_with(prefix_of_readings))
        if (const auto value = parse_cell(fields[i])) row.readings.emplace_back(column, *value);
    }
  }
  return rows;
}

// Appending rows, and dropping those that a resumed run will write again.
namespace {

std::string text_of(const std::optional<double>& number) { return number ? fmt::format("{}", *number) : ""; }

/// Whole rows with a step of at most `keep_through`; a torn last line is left out.
std::string keep_rows(std::string_view old, Index keep_through) {
  std::string kept;
  for (std::size_t start = 0; start < old.size();) {
    const std::size_t end = old.find('\n', start);
    if (end == std::string_view::npos) break;
    Index step = 0;
    const auto parsed = std::from_chars(old.data() + start, old.data() + end, step);
    if (parsed.ec == std::errc() && step <= keep_through) kept += old.substr(start, end + 1 - start);
    start = end + 1;
  }
  return kept;
}

}  // namespace

MetricsFile::~MetricsFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void MetricsFile::open(std::optional<Index> keep_through, Sync sync, const std::vector<std::string>& readings) {
  readings_ = readings;
  std::vector<std::string> columns{"step", "split"};
  for (const auto& [name, member] : metrics_columns) columns.emplace_back(name);
  columns.insert(columns.end(), readings.begin(), readings.end());
  std::string content = csv_line(columns);
  if (keep_through && file_exists(path_)) content += keep_rows(read_file(path_), *keep_through);
  write_file_atomically(path_, content, sync);
  note_bytes(content);
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  require(descriptor_ >= 0, "{}: cannot be opened for writing: {}", path_, std::strerror(errno));
}

/// The whole line.
std::string MetricsFile::write_row(const MetricsRow& row) const {
  std::vector<std::string> fields{std::to_string(row.step), row.split};
  for (const auto& [name, member] : metrics_columns) fields.push_back(text_of(row.*member));
  for (const auto& name : readings_) fields.push_back(text_of(row.find(name)));
  return csv_line(fields);
}

void MetricsFile::add(const MetricsRow& row) {
  const std::string line = write_row(row);
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const ssize_t written = ::write(descriptor_, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return note_bytes(line);
  const int reason = written < 0 ? errno : ENOSPC;
  const bool whole = ::ftruncate(descriptor_, before) == 0;
  fail("{}: cannot be written: {}{}", path_, std::strerror(reason), whole ? "" : " (its last row is incomplete)");
}

void MetricsFile::note_bytes(std::string_view bytes) {
  digest_.add(bytes);
  bytes_ += bytes.size();
}

Tree MetricsFile::written() const { return {{"bytes", bytes_}, {"digest", digest_.text()}}; }

void MetricsFile::sync() {
  require(::fsync(descriptor_) == 0, "{}: cannot be synced to disk: {}", path_, std::strerror(errno));
}

}  // namespace sextant::results
