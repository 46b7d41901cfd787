#include "sextant/lab/foreign/table_change.h"

#include <algorithm>
#include <cmath>

#include "sextant/core/error.h"
#include "sextant/math/linear/low_rank.h"

namespace sextant::lab {
namespace {

double root_mean_square(const Table& table) {
  double squares = 0;
  for (const double value : table.values) squares += value * value;
  return std::sqrt(squares / static_cast<double>(table.rows));
}

}  // namespace

TableChange describe_change(const TensorFile& file, const FoundTable& found, const Table& before, const Table& after) {
  Table difference = after;
  for (std::size_t i = 0; i < difference.values.size(); ++i) difference.values[i] -= before.values[i];
  const double norm = root_mean_square(before);
  return {.found = found,
          .dtype = file.find(found.tensor).dtype,
          .norm_before = norm,
          .norm_after = root_mean_square(after),
          .change = norm > 0 ? root_mean_square(difference) / norm : 0,
          .basis_overlap = basis_overlap(before, after)};
}

std::vector<FoundTable> choose_position_tables(const TensorFile& file, const std::vector<std::string>& tensors) {
  std::vector<FoundTable> tables;
  for (const auto& tensor : tensors) tables.push_back(describe_table(file, tensor));
  if (tensors.empty())
    std::ranges::copy_if(find_position_tables(file), std::back_inserter(tables),
                         [](const FoundTable& found) { return found.reason.starts_with("its name"); });
  require(!tables.empty(),
          "{}: no tensor has the name of position embeddings (models with RoPE, ALiBi or T5's bias have none); "
          "name one with --tensor",
          file.path());
  return tables;
}

std::vector<double> with_positions(const TensorFile& file, const FoundTable& found, const Table& positions) {
  auto values = file.values(found.tensor);
  std::ranges::copy(positions.values, values.begin() + found.first_row * found.width);
  return values;
}

}  // namespace sextant::lab
