// Where a network gets its weights: by the names of its parts, as matrices (outputs, inputs).
//
//   token, type, position, front.0, front.1, patch     embeddings; a vector is a matrix of one row
//   embedding_norm, embedding_projection, final_norm, final_projection
//   blocks.{}.norm1, norm2, after1, after2             norms before (or behind) the branches; behind them inside
//   blocks.{}.query, key, value, output, query_norm, key_norm, position_query, position_key, score_bias
//   blocks.{}.gate, in, out, scale1, scale2
//   blocks.{}.in, convolution, select, step, decay, skip, out     of Mamba
//   score_bias, relative, relative_norm
//   head.dense, head.norm, head.out, head.second
// Each with ".weight" and, where there is one, ".bias" behind it.
#pragma once

#include <string>
#include <vector>

#include "sextant/core/index.h"
#include "sextant/core/namespaces.h"

namespace sextant::foreign {

struct MatrixExtents {
  Index rows = 0, columns = 0;
  bool by_rows = true;  // rows lie behind each other in the file, so that some can be read alone
};

struct Matrix {
  Index rows = 0, columns = 0;
  std::vector<double> values = {};
};

class WeightSource {
 public:
  virtual ~WeightSource() = default;
  virtual bool has(const std::string& name) const = 0;
  /// An Error where there is none.
  virtual Matrix read(const std::string& name) const = 0;
  /// Without reading its numbers.
  virtual MatrixExtents extents(const std::string& name) const = 0;
  /// Some of its rows, in the memory of no more than these where the weights lie so in their file.
  virtual Matrix read_rows(const std::string& name, Index first, Index count) const = 0;
};

}  // namespace sextant::foreign
