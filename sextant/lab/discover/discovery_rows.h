// The rows that the runs of a discovery learned from, and what is known of their variables. With lags a row holds
// earlier values behind those of now; most of what is asked is asked of those of now.
#pragma once

#include "sextant/data/series/prepared_rows.h"
#include "sextant/lab/discover/discover_options.h"

namespace sextant::lab {

/// As the task of the runs prepares them: `task` is the section of their resolved options.
std::shared_ptr<const PreparedRows> prepare_as_task(const Tree& task);

/// Without the tokens of earlier times.
Index count_variables(const PreparedRows& rows);
/// (variables, variables) of the values now, over rows [first, first + count) of `table`.
Table covariance_now(const PreparedRows& rows, const Table& table, Index first, Index count);
/// Names, labels and coordinates of the variables.
SeriesTable facts_now(const PreparedRows& rows);

/// The variables whose label is known: not empty, "unknown", "none", "nan", "n/a", "?" or the like.
std::vector<Index> labelled_variables(const std::vector<std::string>& labels);
/// Those rows and columns of a square table.
Table pick_square(const Table& table, const std::vector<Index>& kept);

/// The penalty that ridge regression would take, from masks of half of the variables.
double choose_shrinkage(const PreparedRows& rows, const Table& covariance);

/// An Error where the file is not (variables, variables); `what` says what it should hold.
Table read_square(const std::string& path, Index variables, const char* what);
/// Distances that are known: the file's, or those between coordinates; no rows where neither is.
Table find_distances(const DiscoverOptions& options, const SeriesTable& series, Index variables);

}  // namespace sextant::lab
