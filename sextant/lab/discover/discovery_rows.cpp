#include "sextant/lab/discover/discovery_rows.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "sextant/core/error.h"
#include "sextant/data/series/covariance.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/ridge.h"

namespace sextant::lab {

std::shared_ptr<const PreparedRows> prepare_as_task(const Tree& task) {
  return prepare_series({.files = {.data = task.at("file").get<std::string>(),
                                   .time = task.at("time").get<std::string>(),
                                   .labels = task.at("labels").get<std::string>(),
                                   .coordinates = task.at("coordinates").get<std::string>(),
                                   .fill = task.at("fill").get<std::string>(),
                                   .drop_constant = task.at("drop_constant").get<bool>()},
                         .split = task.at("split").get<std::string>(),
                         .test_share = task.at("test_share").get<double>(),
                         .z_score = task.at("z_score").get<bool>(),
                         .detrend = task.at("detrend").get<bool>(),
                         .difference = task.at("difference").get<bool>(),
                         .lags = task.at("lags").get<std::vector<Index>>(),
                         .arrangement = task.at("arrangement").get<std::string>(),
                         .shuffle = task.at("shuffle").get<Index>(),
                         .shift = task.at("shift").get<Index>(),
                         .seed = task.at("data_seed").get<std::uint64_t>()});
}

Index count_variables(const PreparedRows& rows) { return rows.hidden > 0 ? rows.hidden : rows.train.columns; }

Table covariance_now(const PreparedRows& rows, const Table& table, Index first, Index count) {
  Table all = second_moments(table, first, count);
  const Index n = count_variables(rows);
  if (all.rows == n) return all;
  Table now(n, n);
  for (Index i = 0; i < n; ++i) std::copy_n(all.view().row(i), n, now.view().row(i));
  return now;
}

SeriesTable facts_now(const PreparedRows& rows) {
  const Index variables = count_variables(rows);
  const auto count = static_cast<std::size_t>(variables);
  SeriesTable series;
  series.variables = rows.facts.names;
  series.labels = rows.facts.modules;
  series.coordinates = rows.facts.coordinates;
  if (rows.hidden == 0) return series;
  series.variables.resize(std::min(series.variables.size(), count));
  series.labels.resize(std::min(series.labels.size(), count));
  if (series.coordinates.rows == 0) return series;
  series.coordinates.rows = variables;
  series.coordinates.values.resize(count * static_cast<std::size_t>(series.coordinates.columns));
  return series;
}

std::vector<Index> labelled_variables(const std::vector<std::string>& labels) {
  constexpr std::array unknown = {"",  "unknown",    "none",       "na",        "n/a",       "nan",
                                  "?", "unassigned", "unlabelled", "unlabeled", "undefined", "???"};
  std::vector<Index> known;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    std::string label = labels[i];
    std::ranges::transform(label, label.begin(),
                           [](unsigned char one) { return static_cast<char>(std::tolower(one)); });
    if (std::ranges::find(unknown, label) == unknown.end()) known.push_back(static_cast<Index>(i));
  }
  return known;
}

Table pick_square(const Table& table, const std::vector<Index>& kept) {
  Table result(static_cast<Index>(kept.size()), static_cast<Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (std::size_t j = 0; j < kept.size(); ++j)
      result(static_cast<Index>(i), static_cast<Index>(j)) = table(kept[i], kept[j]);
  return result;
}

double choose_shrinkage(const PreparedRows& rows, const Table& covariance) {
  const std::vector<Table> folds = {covariance_now(rows, rows.train, 0, rows.half),
                                    covariance_now(rows, rows.train, rows.half, rows.train.rows - rows.half)};
  const auto count = static_cast<std::size_t>(covariance.rows);
  std::vector<std::uint8_t> even(count), odd(count);
  for (std::size_t i = 0; i < count; ++i) (i % 2 == 0 ? even : odd)[i] = 1;
  return MaskedRidge(covariance, folds, {even, odd}).ridge();
}

Table read_square(const std::string& path, Index variables, const char* what) {
  Table table = read_table(path);
  require(table.rows == variables && table.columns == variables,
          "{}: expected the {} of {} variables, a square matrix; found {} x {}", path, what, variables, table.rows,
          table.columns);
  return table;
}

Table find_distances(const DiscoverOptions& options, const SeriesTable& series, Index variables) {
  if (options.distances.empty()) return series.coordinates.rows > 0 ? euclidean_distances(series.coordinates) : Table();
  return read_square(options.distances, variables, "distances");
}

}  // namespace sextant::lab
