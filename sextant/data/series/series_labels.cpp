// Labels of variables: a line each in a text file, a column of a table, or an array beside the series. Numbers that
// point into a list of names in the same file become those names.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/options.h"
#include "sextant/data/series/series_parts.h"
#include "sextant/data/series/text_cells.h"
#include "sextant/data/text/line_stream.h"

namespace sextant::data {
namespace {

bool means_labels(std::string name) {
  constexpr std::array known = {"lab",    "label",   "labels",    "net",         "network",   "networks",
                                "module", "modules", "community", "communities", "partition", "group"};
  std::ranges::transform(name, name.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return std::ranges::find(known, name) != known.end();
}

std::string whole_number(double value, const std::string& who) {
  require(std::isfinite(value) && std::abs(value) < 1e15 && value == std::floor(value),
          "{}: labels are integers or names, not {}", who, value);
  return fmt::format("{}", static_cast<Index>(value));
}

/// The list of names that the numbers point into (from 1 on), or none.
const std::vector<std::string>* list_of(const ArrayFile& file, const std::vector<double>& numbers) {
  const auto [least, greatest] = std::ranges::minmax(numbers);
  for (const auto& [name, words] : file.words)
    if (least >= 1 && greatest <= static_cast<double>(words.size()) && words.size() < numbers.size()) return &words;
  return nullptr;
}

std::vector<std::string> read_numbers(const ArrayFile& file, const TensorEntry& entry) {
  const std::string who = fmt::format("{}#{}", file.arrays->path(), entry.name);
  const auto numbers = file.arrays->values(entry.name);
  require(!numbers.empty(), "{}: it is empty", who);
  const auto* names = list_of(file, numbers);
  std::vector<std::string> labels;
  for (const double number : numbers) {
    if (std::isnan(number)) {
      labels.push_back("unknown");
      continue;
    }
    std::string label = whole_number(number, who);
    labels.push_back(names ? (*names)[static_cast<std::size_t>(number) - 1] : std::move(label));
  }
  return labels;
}

struct LabelLines {
  std::vector<std::vector<std::string>> rows;
  bool header = false;  // surely
};

LabelLines read_lines(const std::string& path) {
  LabelLines result;
  LineStream lines(path);
  char delimiter = ' ';
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (result.rows.empty()) delimiter = find_delimiter(line);
    if (delimiter == ' ') delimiter = '\n';  // nothing divides the line: one label, which may hold blanks
    result.rows.push_back(split_cells(line, delimiter));
    require(result.rows.back().size() == result.rows.front().size(), "{}: {} cells, expected {} as in the first line",
            lines.place(), result.rows.back().size(), result.rows.front().size());
  }
  require(!result.rows.empty(), "{}: it has no labels", path);
  return result;
}

/// The column that holds labels: the one asked for, the one whose header says so, the only one or the last of two.
std::size_t find_column(LabelLines& lines, const std::string& path, const std::string& wanted) {
  const auto& first = lines.rows.front();
  for (std::size_t i = 0; i < first.size(); ++i)
    if (wanted.empty() ? means_labels(first[i]) : first[i] == wanted) return lines.header = true, i;
  if (!wanted.empty()) fail("{}: no column '{}' in the header{}", path, wanted, nearest_name_hint(wanted, first));
  require(first.size() <= 2, "{}: {} columns; specify the label column, as in {}#network", path, first.size(), path);
  return first.size() - 1;
}

bool is_text(const std::string& path) {
  return path.ends_with(".csv") || path.ends_with(".tsv") || path.ends_with(".txt");
}

}  // namespace

LabelSource::LabelSource(const std::string& path) : name_(path) {
  const auto [file_name, wanted] = split_array_path(path);
  if (!is_text(file_name)) {
    const ArrayFile file = open_array_file(file_name);
    if (const auto words = file.words.find(wanted); words != file.words.end()) {
      lines_ = words->second;
      return;
    }
    require(!wanted.empty() || file.arrays->entries().size() == 1, "{}: specify the array of labels, as in {}#labels",
            path, path);
    lines_ = read_numbers(file, wanted.empty() ? file.arrays->entries().front() : file.arrays->find(wanted));
    return;
  }
  LabelLines lines = read_lines(file_name);
  const std::size_t column = find_column(lines, file_name, wanted);
  for (const auto& row : lines.rows) lines_.push_back(row[column]);
  if (lines.header) lines_.erase(lines_.begin());
  may_have_header_ = !lines.header;
}

std::optional<LabelSource> LabelSource::inside(const ArrayFile& file) {
  LabelSource source;
  for (const auto& entry : file.arrays->entries()) {
    const auto longest = entry.shape.empty() ? Index{0} : std::ranges::max(entry.shape);
    if (!means_labels(entry.name) || longest < 2 || longest != entry.count()) continue;
    source.name_ = entry.name;
    source.lines_ = read_numbers(file, entry);
    return source;
  }
  return {};
}

std::vector<Index> LabelSource::possible_counts() const {
  const auto count = static_cast<Index>(lines_.size());
  return may_have_header_ ? std::vector<Index>{count, count - 1} : std::vector<Index>{count};
}

std::vector<std::string> LabelSource::labels(Index count) const {
  const auto lines = static_cast<Index>(lines_.size());
  if (lines == count) return lines_;
  if (may_have_header_ && lines == count + 1) return {lines_.begin() + 1, lines_.end()};
  fail("{}: {} labels, expected {}, one per variable", name_, lines, count);
}

std::vector<std::string> read_labels(const std::string& path, Index count) { return LabelSource(path).labels(count); }

}  // namespace sextant::data
