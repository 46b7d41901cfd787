// Which tensors of a file are tables of positions: by the names that BERT, RoBERTa, GPT-2, ViT, TransformerLens and
// others give them, and where no name says it by their shape.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/table.h"
#include "sextant/core/tensor_file.h"

namespace sextant::lab {

struct FoundTable {
  std::string tensor;
  std::string reason;   // "its name in GPT-2", or what of its shape
  Index first_row = 0;  // rows before are not of positions: CLS, or the two unused ones of RoBERTa
  Index rows = 0, width = 0;
  Index grid_rows = 0, grid_columns = 0;  // 0: no grid
};

/// Named ones first; those by shape only where there is no named one.
std::vector<FoundTable> find_position_tables(const TensorFile& file);

/// One tensor that the user names; an Error where it is not a table.
FoundTable describe_table(const TensorFile& file, const std::string& tensor);

/// The rows of positions, without those before.
Table read_positions(const TensorFile& file, const FoundTable& found);

}  // namespace sextant::lab
