// Appending rows, and dropping those that a resumed run will write again.
#include "sextant/results/metrics_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"

namespace sextant::results {
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
