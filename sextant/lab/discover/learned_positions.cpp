#include "sextant/lab/discover/learned_positions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sextant/core/error.h"
#include "sextant/core/safetensors.h"
#include "sextant/lab/discover/prediction_errors.h"
#include "sextant/math/graph/partition.h"
#include "sextant/math/linear/alignment.h"
#include "sextant/math/linear/distances.h"
#include "sextant/math/linear/eigen.h"
#include "sextant/math/statistics/summary_statistics.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {
namespace {

constexpr double as_good = 0.01;      // of the error: a difference that does not count
constexpr Index most_shuffles = 199;  // each costs a singular value decomposition per pair of seeds

Table unit_table(Table table) {
  table = centre_columns(std::move(table));
  double square = 0;
  for (const double value : table.values) square += value * value;
  for (double& value : table.values) value /= std::sqrt(square);
  return table;
}

Table rows_in_order(const Table& table, std::span<const std::int32_t> order) {
  Table result(table.rows, table.columns);
  for (Index i = 0; i < table.rows; ++i)
    std::copy_n(table.view().row(order[static_cast<std::size_t>(i)]), table.columns, result.view().row(i));
  return result;
}

std::vector<Table> unit_tables(const std::vector<Table>& positions) {
  std::vector<Table> units;
  for (const auto& one : positions) units.push_back(unit_table(one));
  return units;
}

/// The mean over pairs, the variables of one of the two in another order.
double mean_overlap(const std::vector<Table>& units, std::span<const std::int32_t> order) {
  double sum = 0, pairs = 0;
  for (std::size_t a = 0; a < units.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const double distance = procrustes_distance(rows_in_order(units[a], order), units[b]);
      sum += 1 - distance * distance / 2;  // |A|^2 + |B|^2 - 2 |A' B|_* = 2 - 2 |A' B|_*
      pairs += 1;
    }
  return pairs > 0 ? sum / pairs : 0;
}

}  // namespace

Table read_positions(const std::string& run) {
  const Safetensors file(file_in(run, run_file::positions));
  require(!file.entries().empty(), "{}/positions.safetensors: it has no recorded steps", run);
  const SafetensorsEntry* last = nullptr;  // names begin with the step in nine digits
  for (const auto& entry : file.entries())
    if (last == nullptr || entry.name > last->name) last = &entry;
  require(last->shape.size() == 2, "{}/positions.safetensors: '{}' is not a 2-D tensor", run, last->name);
  Table table(last->shape[0], last->shape[1]);
  table.values = file.values(last->name);
  return table;
}

Table join_times(const Table& positions, Index variables) {
  const Index times = positions.rows / variables, width = positions.columns;
  Table joined(variables, times * width);
  for (Index time = 0; time < times; ++time)
    for (Index i = 0; i < variables; ++i)
      std::copy_n(positions.view().row(time * variables + i), width, joined.view().row(i) + time * width);
  return joined;
}

std::vector<Table> gather_positions(const CaseEvidence& one) {
  std::vector<Table> positions;
  for (const auto* run : runs_by_seed(one)) positions.push_back(read_positions(run->directory));
  return positions;
}

double procrustes_similarity(const std::vector<Table>& positions) {
  std::vector<std::int32_t> same(static_cast<std::size_t>(positions.front().rows));
  std::iota(same.begin(), same.end(), 0);
  return mean_overlap(unit_tables(positions), same);
}

Stability compare_seeds(const std::vector<Table>& positions, Index shuffles) {
  if (positions.size() < 2) return {};
  const auto units = unit_tables(positions);
  const auto result = permutation_null(positions.front().rows, std::min(shuffles, most_shuffles), 1, Better::more,
                                       [&](std::span<const std::int32_t> order) { return mean_overlap(units, order); });
  Stability stability{result.value, result.shuffled, result.p};
  std::vector<Partition> own;
  for (const auto& one : positions) own.push_back(find_modules({one}, {.seed = 1}).consensus.modules);
  double pairs = 0;
  for (std::size_t a = 0; a < own.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      stability.modules += adjusted_rand_index(own[a], own[b]);
      pairs += 1;
    }
  stability.modules /= pairs;
  return stability;
}

Table merge_seeds(const std::vector<Table>& positions, const Table& similarities) {
  const Index n = similarities.rows, width = positions.front().columns;
  double length = 0;  // of a centred position, the mean over seeds and variables
  for (const auto& one : positions) {
    const Table centred = centre_columns(one);
    for (Index i = 0; i < n; ++i) {
      const double* row = centred.view().row(i);
      length += std::sqrt(std::inner_product(row, row + width, row, 0.0)) /
                static_cast<double>(n * static_cast<Index>(positions.size()));
    }
  }
  const EigenPairs pairs = solve_symmetric(similarities);
  Table merged(n, width);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < std::min(n, width); ++k)
      merged(i, k) = length * pairs.vectors(i, n - 1 - k) *
                     std::sqrt(std::max(0.0, pairs.values[static_cast<std::size_t>(n - 1 - k)]));
  return turn_onto(centre_columns(std::move(merged)), centre_columns(positions.front()));
}

std::string choose_case(const PredictionErrors& errors, const std::vector<double>& stability) {
  const CaseError* least = nullptr;
  for (const auto& one : errors.cases)
    if (one.sigma && !one.errors.empty() && (least == nullptr || one.mean() < least->mean())) least = &one;
  require(least != nullptr, "discover: no run with learned positions finished");
  const double spread = least->errors.size() > 1 ? standard_deviation(least->errors) : 0;
  const double bound = least->mean() + std::max(spread, as_good * least->mean());
  std::string chosen = least->name;
  double best = -1;
  std::size_t learned = 0;
  for (const auto& one : errors.cases) {
    if (!one.sigma) continue;
    const double own = stability[learned++];
    if (one.errors.empty() || one.mean() > bound || own <= best) continue;
    best = own;
    chosen = one.name;
  }
  return chosen;
}

}  // namespace sextant::lab
