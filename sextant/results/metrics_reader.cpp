#include "sextant/results/metrics_reader.h"

#include <charconv>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/results/run_files.h"

namespace sextant::results {
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

}  // namespace sextant::results
