// Reading: files, arrays, axes, labels, and the checks that make what follows safe.
#include "sextant/data/series/series.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "sextant/core/error.h"
#include "sextant/core/files.h"
#include "sextant/data/series/series_parts.h"

namespace sextant::data {
namespace {

/// The files of a folder with the ending that most of them have; the others are skipped and named.
std::vector<std::string> list_folder(const std::string& folder, std::vector<std::string>& notes) {
  std::map<std::string, std::vector<std::string>> by_ending;
  std::vector<std::string> skipped;
  for (const auto& file : list_files(folder)) {
    const std::filesystem::path path = file;
    if (is_array_file(file))
      by_ending[path.extension().string()].push_back(file);
    else
      skipped.push_back(path.filename().string());
  }
  require(!by_ending.empty(), "{}: the folder has no time series file (.npy, .csv, .mat, .h5, .ptseries.nii, ...)",
          folder);
  auto chosen = by_ending.begin();
  for (auto it = by_ending.begin(); it != by_ending.end(); ++it)
    if (it->second.size() > chosen->second.size()) chosen = it;
  for (const auto& [ending, files] : by_ending)
    if (ending != chosen->first)
      for (const auto& file : files) skipped.push_back(std::filesystem::path(file).filename().string());
  std::ranges::sort(chosen->second);
  std::ranges::sort(skipped);
  notes.push_back(fmt::format("{} files {}, one recording each", chosen->second.size(), chosen->first));
  if (!skipped.empty()) notes.push_back(fmt::format("skipped {}", fmt::join(skipped, ", ")));
  return chosen->second;
}

Table oriented(RawArray array, bool time_in_rows) {
  Table table(time_in_rows ? array.rows : array.columns, time_in_rows ? array.columns : array.rows);
  if (time_in_rows) {
    table.values = std::move(array.values);
    return table;
  }
  for (Index i = 0; i < array.rows; ++i)
    for (Index j = 0; j < array.columns; ++j)
      table(j, i) = array.values[static_cast<std::size_t>(i * array.columns + j)];
  return table;
}

struct Reading {
  SeriesTable series;
  std::vector<RawArray> arrays;
  std::vector<std::string> row_names, column_names;
  std::optional<LabelSource> labels;
};

void read_files(const SeriesRequest& request, Reading& reading) {
  auto& notes = reading.series.notes;
  const auto [path, wanted] = split_array_path(request.data);
  const bool folder = is_directory(path);
  for (const auto& file : folder ? list_folder(path, notes) : std::vector{path}) {
    const ArrayFile opened = open_array_file(file);
    std::vector<std::string> later;  // what is decided for the first file holds for all
    reading.arrays.push_back(take_array(opened, wanted, reading.arrays.empty() ? notes : later));
    reading.arrays.back().name = file;
    if (reading.arrays.size() > 1) continue;
    reading.row_names = opened.row_names;
    reading.column_names = opened.column_names;
    if (request.labels.empty()) reading.labels = LabelSource::inside(opened);
  }
  if (!request.labels.empty()) reading.labels.emplace(request.labels);
}

}  // namespace

std::pair<std::string, std::string> split_array_path(const std::string& path) {
  const auto mark = path.rfind('#');
  if (mark == std::string::npos || file_exists(path)) return {path, ""};
  return {path.substr(0, mark), path.substr(mark + 1)};
}

SeriesTable read_series(const SeriesRequest& request) {
  require(!request.data.empty(), "series: no data given; specify a file or folder");
  Reading reading;
  read_files(request, reading);
  AxisHints hints{.columns_named = !reading.column_names.empty(), .rows_named = !reading.row_names.empty()};
  if (reading.labels) hints.label_counts = reading.labels->possible_counts();
  SeriesTable& series = reading.series;
  const bool time_in_rows = time_runs_along_rows(request.time, reading.arrays, hints, series.notes);
  series.variables = time_in_rows ? reading.column_names : reading.row_names;
  for (auto& array : reading.arrays) {
    const std::string name = array.name;
    series.recordings.push_back({name, oriented(std::move(array), time_in_rows)});
    require(series.recordings.back().values.columns == series.count(), "{}: {} variables, expected {} as in {}", name,
            series.recordings.back().values.columns, series.count(), series.recordings.front().name);
  }
  if (reading.labels) {
    series.labels = reading.labels->labels(series.count());
    series.notes.push_back(fmt::format("labels from {}", reading.labels->name()));
  }
  if (!request.coordinates.empty()) series.coordinates = read_coordinates(request.coordinates, series.count());
  mend_variables(request, series);
  return std::move(reading.series);
}

Table read_coordinates(const std::string& path, Index count) {
  const auto [file_name, wanted] = split_array_path(path);
  const ArrayFile file = open_array_file(file_name);
  const TensorEntry& entry = wanted.empty() ? file.arrays->entries().front() : file.arrays->find(wanted);
  require(entry.shape.size() == 2 && entry.shape[0] == count,
          "{}: expected coordinates of {} variables, one line each; found ({})", path, count,
          fmt::join(entry.shape, ", "));
  Table table(entry.shape[0], entry.shape[1]);
  table.values = file.arrays->values(entry.name);
  for (Index i = 0; i < table.rows; ++i)
    for (Index j = 0; j < table.columns; ++j)
      require(std::isfinite(table(i, j)), "{}: the coordinates of variable {} are not all numbers", path, i + 1);
  return table;
}

}  // namespace sextant::data
