// Variables that have nothing to say: missing values and constants, refused by name, filled or dropped.
#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/data/series/series_parts.h"

namespace sextant::data {
namespace {

constexpr Index fewest_times = 10;

std::string name_of(const SeriesTable& series, Index variable) {
  const std::string number = fmt::format("variable {}", variable + 1);
  return series.variables.empty()
             ? number
             : fmt::format("{} ({})", number, series.variables[static_cast<std::size_t>(variable)]);
}

/// The time point of the first value that is not a number, or nothing.
std::optional<Index> first_missing(const Table& values, Index variable) {
  for (Index i = 0; i < values.rows; ++i)
    if (!std::isfinite(values(i, variable))) return i;
  return std::nullopt;
}

bool is_constant(const Table& values, Index variable) {
  for (Index i = 1; i < values.rows; ++i)
    if (values(i, variable) != values(0, variable)) return false;
  return true;
}

/// The mean of what is there; false where nothing is.
bool fill_with_mean(Table& values, Index variable, Index& filled) {
  double sum = 0, count = 0;
  for (Index i = 0; i < values.rows; ++i)
    if (std::isfinite(values(i, variable))) {
      sum += values(i, variable);
      count += 1;
    }
  if (count == 0) return false;
  for (Index i = 0; i < values.rows; ++i)
    if (!std::isfinite(values(i, variable))) {
      values(i, variable) = sum / count;
      ++filled;
    }
  return true;
}

Table keep_columns(const Table& table, const std::vector<Index>& kept) {
  Table result(table.rows, static_cast<Index>(kept.size()));
  for (Index i = 0; i < table.rows; ++i)
    for (std::size_t j = 0; j < kept.size(); ++j) result(i, static_cast<Index>(j)) = table(i, kept[j]);
  return result;
}

/// Those kept keep their names; without names, their numbers in the file.
void keep_variables(SeriesTable& series, const std::vector<Index>& kept) {
  if (series.variables.empty())
    for (Index j = 0; j < series.count(); ++j) series.variables.push_back(std::to_string(j + 1));
  const auto choose = [&](std::vector<std::string>& words) {
    if (words.empty()) return;
    std::vector<std::string> chosen;
    for (const Index j : kept) chosen.push_back(words[static_cast<std::size_t>(j)]);
    words = std::move(chosen);
  };
  choose(series.variables);
  choose(series.labels);
  if (series.coordinates.rows > 0) {
    Table coordinates(static_cast<Index>(kept.size()), series.coordinates.columns);
    for (std::size_t i = 0; i < kept.size(); ++i)
      for (Index axis = 0; axis < coordinates.columns; ++axis)
        coordinates(static_cast<Index>(i), axis) = series.coordinates(kept[i], axis);
    series.coordinates = std::move(coordinates);
  }
  for (auto& recording : series.recordings) recording.values = keep_columns(recording.values, kept);
}

/// Whether a variable stays, in all recordings; fills it where that is asked.
bool mend(const SeriesRequest& request, SeriesTable& series, Index variable, Index& filled) {
  for (auto& recording : series.recordings) {
    if (const auto at = first_missing(recording.values, variable)) {
      if (request.fill == "drop") return false;
      const bool mended = request.fill == "mean" && fill_with_mean(recording.values, variable, filled);
      if (!mended && request.fill == "mean" && request.drop_constant) return false;
      require(mended,
              "{}: {} is {} at time point {}; impute or remove it, or use fill = mean (the variable's mean) or drop "
              "(without the variable){}",
              recording.name, name_of(series, variable), recording.values(*at, variable), *at + 1,
              request.fill == "mean" ? "; none of its values is a number" : "");
    }
    if (!is_constant(recording.values, variable)) continue;
    if (request.drop_constant) return false;
    fail("{}: {} is constant, so there is nothing to predict; remove it, or use drop_constant", recording.name,
         name_of(series, variable));
  }
  return true;
}

}  // namespace

void mend_variables(const SeriesRequest& request, SeriesTable& series) {
  for (const auto& recording : series.recordings)
    require(recording.values.rows >= fewest_times,
            "{}: {} time points of {} variables; expected at least {} (is the time axis right?)", recording.name,
            recording.values.rows, recording.values.columns, fewest_times);
  std::vector<Index> kept;
  std::vector<std::string> dropped;
  Index filled = 0;
  for (Index j = 0; j < series.count(); ++j)
    if (mend(request, series, j, filled))
      kept.push_back(j);
    else
      dropped.push_back(name_of(series, j));
  if (filled > 0) series.notes.push_back(fmt::format("{} missing values replaced by their variable's mean", filled));
  if (dropped.empty()) return;
  require(kept.size() >= 2, "{}: {} of {} variables are left after dropping; expected 2 or more", request.data,
          kept.size(), series.count());
  series.notes.push_back(
      fmt::format(
          "dropped {} of {} variables: {}", dropped.size(), series.count(),
          fmt::join(dropped.begin(),
                    dropped.begin() + std::min<std::ptrdiff_t>(5, static_cast<std::ptrdiff_t>(dropped.size())), ", ")) +
      (dropped.size() > 5 ? ", ..." : ""));
  keep_variables(series, kept);
}

}  // namespace sextant::data
