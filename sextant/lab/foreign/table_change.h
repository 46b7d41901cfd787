// What became of one table of position embeddings.
#pragma once

#include "sextant/lab/foreign/position_finder.h"

namespace sextant::lab {

struct TableChange {
  FoundTable found;
  std::string dtype;
  double norm_before = 0;  // root mean square length of the rows
  double norm_after = 0;
  double change = 0;         // |after - before| / |before|, Frobenius
  double basis_overlap = 1;  // share of the new positions' variance in the directions of the old ones
};

/// `after` (rows of positions, width).
TableChange describe_change(const TensorFile& file, const FoundTable& found, const Table& before, const Table& after);

/// The tables that names tell to be positions, or those that `tensors` names; an Error where there is none.
std::vector<FoundTable> choose_position_tables(const TensorFile& file, const std::vector<std::string>& tensors);

/// The whole tensor with the rows of positions replaced.
std::vector<double> with_positions(const TensorFile& file, const FoundTable& found, const Table& positions);

}  // namespace sextant::lab
