#include "sextant/lab/discover/learned_positions.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/core/safetensors.h"
#include "sextant/math/linear/centring.h"
#include "sextant/math/linear/procrustes.h"
#include "sextant/results/run_files.h"

namespace sextant::lab {
namespace {

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

std::vector<Table> gather_positions(const Evidence& evidence, const std::string& name) {
  std::vector<const EvidenceRun*> runs;
  for (const auto& one : evidence.cases)
    for (const auto& run : one.runs)
      if (one.one.name == name && run.status == "done") runs.push_back(&run);
  std::ranges::stable_sort(runs, {}, [](const EvidenceRun* run) { return run->value("final.test.loss"); });
  std::vector<Table> positions;
  for (const auto* run : runs) positions.push_back(read_positions(run->directory));
  return positions;
}

Stability compare_seeds(const std::vector<Table>& positions, Index shuffles) {
  if (positions.size() < 2) return {};
  std::vector<Table> units;
  for (const auto& one : positions) units.push_back(unit_table(one));
  const auto result =
      permutation_null(positions.front().rows, std::min(shuffles, most_shuffles), 1, Better::more,
                       [&](std::span<const std::int32_t> order) {
                         double sum = 0, pairs = 0;
                         for (std::size_t a = 0; a < units.size(); ++a)
                           for (std::size_t b = 0; b < a; ++b) {
                             const double distance = procrustes_distance(rows_in_order(units[a], order), units[b]);
                             sum += 1 - distance * distance / 2;  // |A|^2 + |B|^2 - 2 |A' B|_* = 2 - 2 |A' B|_*
                             pairs += 1;
                           }
                         return sum / pairs;
                       });
  return {result.value, result.shuffled, result.p};
}

}  // namespace sextant::lab
