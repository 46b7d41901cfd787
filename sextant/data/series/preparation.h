// What is done to a series before anything learns from it: trends out, means and deviations to 0 and 1, variables in
// another order, or each shifted in time on its own, which keeps every variable and destroys what they share.
#pragma once

#include <span>

#include "sextant/core/table.h"

namespace sextant::data {

/// Means and deviations of columns.
struct ColumnScale {
  std::vector<double> mean, deviation;
};

/// Of the rows [first, first + count) of (time, variables).
ColumnScale measure_columns(const Table& series, Index first, Index count);
/// x <- (x - mean) / deviation
void standardise(Table& series, const ColumnScale& scale);

/// Takes the straight line that fits rows [first, first + count) best out of each column, at all rows.
void detrend(Table& series, Index first, Index count);

/// x(t+1) - x(t): one row less.
Table differences_of(const Table& series);

/// Column j moves by an offset drawn from (seed, part, j), around the end.
void shift_columns(Table& series, std::uint64_t seed, std::uint32_t part);

/// Column j becomes what was column order[j].
void permute_columns(Table& table, std::span<const std::int32_t> order);

}  // namespace sextant::data
