// Tables from files of other programs, chosen by the ending of the name.
#include "sextant/core/table.h"

#include <charconv>

#include "sextant/core/csv.h"
#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/core/npy.h"
#include "sextant/core/safetensors.h"

namespace sextant::core {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// std::errc() where the whole field is a number, result_out_of_range where it is one that no double holds.
std::errc parse_number(std::string_view field, double& number) {
  field = trimmed(field);
  if (!field.empty() && field.front() == '+') field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return end == field.data() + field.size() ? error : std::errc::invalid_argument;
}

bool is_out_of_range(std::string_view field) {
  double number = 0;
  return parse_number(field, number) == std::errc::result_out_of_range;
}

/// The place of the first field that is not a number, or the number of fields.
std::size_t parse_numbers(const std::vector<std::string_view>& fields, std::vector<double>& numbers) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    double number = 0;
    if (parse_number(fields[i], number) != std::errc()) return i;
    numbers.push_back(number);
  }
  return fields.size();
}

Table read_text_table(const std::string& path, char separator) {
  const std::string content = read_file(path);
  CsvReader reader(content, path, separator, separator == ',');
  Table table;
  for (bool may_be_header = true; reader.next(); may_be_header = false) {
    std::vector<double> numbers;
    const std::size_t wrong = parse_numbers(reader.fields(), numbers);
    const bool good = wrong == reader.fields().size();
    // A number that no double holds is no name of a column: its row must not be lost.
    if (!good && may_be_header && !is_out_of_range(reader.fields()[wrong])) continue;
    require(good, "{}, line {}: '{}' is not a number", path, reader.line_number(), good ? "" : reader.fields()[wrong]);
    const auto width = static_cast<Index>(numbers.size());
    require(table.rows == 0 || table.columns == width, "{}, line {}: {} columns, expected {} as in the previous lines",
            path, reader.line_number(), width, table.columns);
    table.columns = width;
    ++table.rows;
    table.values.insert(table.values.end(), numbers.begin(), numbers.end());
  }
  require(table.rows > 0, "{}: no numeric rows found", path);
  return table;
}

// One axis is read as a column.
Table make_table(const std::string& who, const std::vector<Index>& shape, std::vector<double> values) {
  require(shape.size() == 1 || shape.size() == 2, "{}: expected a table of 2 axes, found shape ({})", who,
          fmt::join(shape, ", "));
  Table table;
  table.rows = shape[0];
  table.columns = shape.size() == 2 ? shape[1] : 1;
  table.values = std::move(values);
  return table;
}

}  // namespace

std::string file_of_table(const std::string& path) {
  constexpr std::string_view tensors = ".safetensors#";
  const auto mark = path.rfind(tensors);
  return mark == std::string::npos ? path : path.substr(0, mark + tensors.size() - 1);
}

Table read_table(const std::string& path) {
  const std::string_view name = path;
  if (const std::string file_name = file_of_table(path); file_name != path) {
    const Safetensors file(file_name);
    const std::string tensor = path.substr(file_name.size() + 1);
    return make_table(path, file.find(tensor).shape, file.values(tensor));
  }
  if (name.ends_with(".safetensors")) fail("{}: specify the tensor, as in {}#name", path, path);
  if (name.ends_with(".npy")) {
    NpyArray array = read_npy(path);
    return make_table(path, array.shape, std::move(array.values));
  }
  if (name.ends_with(".csv")) return read_text_table(path, ',');
  if (name.ends_with(".tsv")) return read_text_table(path, '\t');
  fail("{}: expected a table in .npy, .safetensors#tensor, .csv or .tsv", path);
}

}  // namespace sextant::core
